import { useLanguage } from '#src/i18n/activate.ts'
import { useUnsentCounts } from '#src/sync/scanOutbox.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { WaitingScans } from '#src/ui/WaitingScans.tsx'
import styles from './Header.module.css'

/** The number of a member's scans that wait on this phone, shown on every page; nothing when there are none. */
export function UnsentScansBadge({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const counts = useUnsentCounts(memberId)
  const count = counts.toSend + counts.toConfirm
  if (count === 0) return null
  return (
    <TextLink to="/$lang/my-scans" params={{ lang }} className={`${styles['link']} ${styles['waiting']}`}>
      <Badge tone="warning">
        <Icon name="ticket" />
        <span aria-hidden="true">{count}</span>
        <VisuallyHidden>
          <WaitingScans {...counts} />
        </VisuallyHidden>
      </Badge>
    </TextLink>
  )
}
