import { formatPoints } from '#src/i18n/numbers.ts'

/** Points that were given or taken: `+1,200`, `−300`. */
export function formatChange(points: number): string {
  return points < 0 ? `−${formatPoints(-points)}` : `+${formatPoints(points)}`
}
