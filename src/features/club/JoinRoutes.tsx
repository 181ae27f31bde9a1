import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { Tier } from '#contract/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { ContentIcon } from '#src/ui/ContentIcon.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import styles from './JoinRoutes.module.css'
import { type JoinAction, joinActionOf } from './joinRoutes.ts'

interface JoinRoutesProps {
  routes: readonly ContentBlock[]
  /** The member's tier; null for a guest. */
  tier: Tier | null
}

/** The ways to join, each with a badge that says whether the app offers it. */
export function JoinRoutes({ routes, tier }: JoinRoutesProps) {
  return (
    <ul className={styles['routes']}>
      {routes.map((route) => (
        <li key={route.code} id={route.code} className={styles['route']}>
          <p className={styles['head']}>
            <span className={styles['mark']}>
              <ContentIcon name={route.icon} />
            </span>
            {joinActionOf(route, tier) !== 'ask' ? (
              <Badge tone="success">
                <Trans>Open now</Trans>
              </Badge>
            ) : (
              <Badge tone="neutral">
                <Trans>Contact us to join</Trans>
              </Badge>
            )}
          </p>
          <LocalText text={route.name} as="h3" />
          <RichText text={route.content} />
          <p className={styles['action']}>
            <RouteAction action={joinActionOf(route, tier)} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function RouteAction({ action }: { action: JoinAction }) {
  const lang = useLanguage()
  switch (action) {
    case 'ask':
      return (
        <LinkButton to="/$lang/contact-us" params={{ lang }}>
          <Trans>Ask us</Trans>
        </LinkButton>
      )
    case 'sign-up':
      return (
        <LinkButton to="/$lang/registration" params={{ lang }} variant="primary" data-early="join">
          <Trans>Join now</Trans>
        </LinkButton>
      )
    case 'upgrade':
      return (
        <LinkButton to="/$lang/registration-red" params={{ lang }} variant="primary">
          <Trans>Become a Red member</Trans>
        </LinkButton>
      )
    case 'apply':
      return (
        <LinkButton to="/$lang/registration-ya" params={{ lang }} variant="primary">
          <Trans>Apply now</Trans>
        </LinkButton>
      )
    case 'none':
      return <Trans>You’re already a member.</Trans>
  }
}
