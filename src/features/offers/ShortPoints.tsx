import { Trans } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'

/** A number of points where there is little room: `1,200 pts`. */
export function ShortPoints({ points }: { points: number }) {
  const figure = formatPoints(points)
  return (
    <data value={points}>
      <Trans>{figure} pts</Trans>
    </data>
  )
}
