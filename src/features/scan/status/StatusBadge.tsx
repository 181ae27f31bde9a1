import { useLingui } from '@lingui/react/macro'
import { Badge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { Standing } from './displayStatus.ts'
import { standingWords } from './statusMessages.ts'

/** Where a scan stands, in a few words. */
export function StateBadge({ standing }: { standing: Standing }) {
  const { i18n } = useLingui()
  const { badge, tone, icon } = standingWords[standing]
  return (
    <Badge tone={tone}>
      <Icon name={icon} />
      {i18n._(badge)}
    </Badge>
  )
}
