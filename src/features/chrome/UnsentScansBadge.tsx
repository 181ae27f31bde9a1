import { Plural } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useUnsentCount } from '#src/sync/scanOutbox.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './Header.module.css'

/** The number of a member's unsent scans on this device, in the header of wide screens; nothing when there are none. */
export function UnsentScansBadge({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const count = useUnsentCount(memberId)
  if (count === 0) return null
  return (
    <TextLink to="/$lang/my-scans" params={{ lang }} className={`${styles['link']} ${styles['waiting']}`}>
      <Badge tone="warning">
        <Icon name="ticket" />
        <Count count={count} />
      </Badge>
    </TextLink>
  )
}

/** The same number on a tab, which is a link itself. */
export function UnsentScansCount({ memberId, className }: { memberId: string; className: string | undefined }) {
  const count = useUnsentCount(memberId)
  if (count === 0) return null
  return (
    <span className={className}>
      <Count count={count} />
    </span>
  )
}

function Count({ count }: { count: number }) {
  return (
    <>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>
        <Plural value={count} one="# scan is waiting" other="# scans are waiting" />
      </VisuallyHidden>
    </>
  )
}
