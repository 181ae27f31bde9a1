import { useLingui } from '@lingui/react/macro'
import { Badge } from '#src/ui/content/Badge.tsx'
import type { DisplayStatus } from './displayStatus.ts'
import { StatusIcon } from './StatusIcon.tsx'
import { useStatusMessages } from './useStatusMessages.ts'

/** A scan's status in a few words. */
export function StatusBadge({ status }: { status: DisplayStatus }) {
  const { i18n } = useLingui()
  const { badge, tone, icon } = useStatusMessages(status)
  return (
    <Badge tone={tone}>
      <StatusIcon icon={icon} />
      {i18n._(badge)}
    </Badge>
  )
}
