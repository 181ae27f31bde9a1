/**
 * One line of the benchmark table.
 *
 * - `value`: what was measured, with its unit.
 * - `bar`: the limit that it is compared with, or an empty text if it is only reported.
 * - `ok`: whether the bar is met, null if there is none.
 */
export interface BenchRow {
  name: string
  value: string
  bar: string
  ok: boolean | null
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
