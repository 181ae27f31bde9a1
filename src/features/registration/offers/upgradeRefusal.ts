import { type UpgradeRefusal, upgradeRefusals } from '#contract/upgrades.ts'
import type { ApiCallError } from '#src/query/clubQuery.ts'

/** Why the server gives nothing for a token or an old membership; null where the answer says something else. */
export function upgradeRefusalOf(error: ApiCallError['error']): UpgradeRefusal | null {
  if (error.kind !== 'http' || !error.inShape) return null
  return upgradeRefusals.find((refusal) => refusal === error.message) ?? null
}
