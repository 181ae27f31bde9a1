import { useLanguage } from '#src/i18n/activate.ts'
import type { UnsentCounts } from '#src/outbox/entry.ts'
import { useUnsentCounts } from '#src/outbox/page/scanOutbox.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { WaitingScans } from '#src/ui/states/WaitingScans.tsx'
import styles from './Header.module.css'

/**
 * The number of a member’s waiting scans on this device, in the header of wide screens; nothing when there are none.
 */
export function UnsentScansBadge({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const counts = useUnsentCounts(memberId)
  if (counts.total === 0) return null
  return (
    <TextLink to="/$lang/my-scans" params={{ lang }} className={`${styles['link']} ${styles['waiting']}`}>
      <Badge tone="warning">
        <Icon name="ticket" />
        <Count {...counts} />
      </Badge>
    </TextLink>
  )
}

/** The same number on a tab, which is a link itself. */
export function UnsentScansCount({ memberId, className }: { memberId: string; className: string | undefined }) {
  const counts = useUnsentCounts(memberId)
  if (counts.total === 0) return null
  return (
    <span className={className}>
      <Count {...counts} />
    </span>
  )
}

function Count({ total, toSend, toConfirm }: UnsentCounts) {
  return (
    <>
      <span aria-hidden="true">{total}</span>
      <VisuallyHidden>
        <WaitingScans toSend={toSend} toConfirm={toConfirm} />
      </VisuallyHidden>
    </>
  )
}
