import { Plural } from '@lingui/react/macro'
import { useRememberedMember } from '#src/auth/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useUnsentCount } from '#src/offline/scanOutbox.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './Header.module.css'

/** How many scans wait on this phone, on every page; nothing while none does. */
export function WaitingScans() {
  const lang = useLanguage()
  const member = useRememberedMember()
  const count = useUnsentCount(member?.id ?? null)
  if (count === 0) return null
  return (
    <TextLink to="/$lang/my-scans" params={{ lang }} className={`${styles['link']} ${styles['waiting']}`}>
      <Badge tone="warning">
        <Icon name="ticket" />
        <span aria-hidden="true">{count}</span>
        <VisuallyHidden>
          <Plural value={count} one="# scan is waiting" other="# scans are waiting" />
        </VisuallyHidden>
      </Badge>
    </TextLink>
  )
}
