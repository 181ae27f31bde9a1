import { useLingui } from '@lingui/react/macro'
import { Badge } from '#src/ui/content/Badge.tsx'
import type { DisplayStatus } from './displayStatus.ts'
import { StatusIcon } from './StatusIcon.tsx'
import { useStatusMessages } from './useStatusMessages.ts'

interface StatusBadgeProps {
  status: DisplayStatus
  /** Where all beside it are the same. */
  plain?: boolean
}

/** A scan's status in a few words. */
export function StatusBadge({ status, plain = false }: StatusBadgeProps) {
  const { i18n } = useLingui()
  const { badge, tone, icon } = useStatusMessages(status)
  return (
    <Badge tone={tone} plain={plain}>
      <StatusIcon icon={icon} />
      {i18n._(badge)}
    </Badge>
  )
}
