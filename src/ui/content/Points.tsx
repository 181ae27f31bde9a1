import { Plural } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'

interface PointsProps {
  points: number
  /** Only the figure, if the text around it says that it means points. */
  bare?: boolean
}

/** A number of points: `1,200 points`. */
export function Points({ points, bare = false }: PointsProps) {
  const figure = formatPoints(points)
  return (
    <data value={points}>
      {bare ? figure : <Plural value={points} one={`${figure} point`} other={`${figure} points`} />}
    </data>
  )
}
