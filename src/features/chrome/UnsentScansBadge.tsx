import { Plural } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useUnsentCount } from '#src/sync/scanOutbox.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './Header.module.css'

/** The number of a member's unsent scans on this phone, shown on every page; nothing when there are none. */
export function UnsentScansBadge({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const count = useUnsentCount(memberId)
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
