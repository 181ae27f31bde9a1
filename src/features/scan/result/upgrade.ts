import { tierTable } from '#contract/member/tiers.ts'
import type { TierUpgrade } from '#contract/scan/scan.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'

/**
 * The upgrade that scans have brought together, null where they have brought none: several that were scanned at once
 * can lead from Basic to Red, and on to Gold.
 */
export function upgradeBy(entries: readonly Pick<ScanEntry, 'upgrade'>[]): TierUpgrade | null {
  const upgrades = entries
    .flatMap(({ upgrade }) => upgrade ?? [])
    .toSorted((one, other) => tierTable[one.tier].rank - tierTable[other.tier].rank)
  const [first, last] = [upgrades[0], upgrades.at(-1)]
  if (!first || !last) return null
  return { ...last, from: first.from, points: upgrades.reduce((sum, { points }) => sum + points, 0) }
}
