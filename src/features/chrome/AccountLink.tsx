import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import styles from './Header.module.css'

/** The way to the member's own page; for a visitor, to sign in and back to this page. */
export function AccountLink() {
  const lang = useLanguage()
  const member = useRememberedMember()
  const href = useRouterState({ select: ({ location }) => location.href })
  if (!member) {
    return (
      <TextLink to="/login" state={{ returnTo: href }} className={styles['link']}>
        <Icon name="user" />
        <Trans>Sign in</Trans>
      </TextLink>
    )
  }
  return (
    <TextLink to="/$lang/member-detail" params={{ lang }} className={styles['link']}>
      <Icon name="user" />
      <span className={styles['wide']}>
        <Trans>My account</Trans>
      </span>
    </TextLink>
  )
}
