import type { BonusPeriod } from '#contract/scan/bonus.ts'
import type { StoredContents } from '#server/store/contents.ts'
import { entriesOf } from './entries.ts'

/** The periods in which tickets give more points, in the order in which the editors have put them. */
export function publishedPeriods(contents: StoredContents): BonusPeriod[] {
  return entriesOf(contents, 'bonus_periods').map(({ fields }) => fields)
}
