import type { ImportPlan, PlannedEntry } from './importPlan.ts'
import type { Problem } from './problems.ts'

/** How many there are in all of each reward among entries. */
export function stockOf(entries: readonly Pick<PlannedEntry, 'group' | 'key' | 'fields'>[]) {
  return entries.flatMap(({ group, key: alias, fields: { stock } }) =>
    group === 'rewards' && typeof stock === 'number' ? [{ alias, stock }] : [],
  )
}

/**
 * What an import would take away although members have redeemed it.
 *
 * @param redeemed how many of each reward were redeemed, by alias
 */
export function checkStock(
  { changed, removed }: Pick<ImportPlan, 'changed' | 'removed'>,
  redeemed: ReadonlyMap<string, number>,
): Problem[] {
  const place = 'rewards/entries.json'
  const tooFew = stockOf(changed).flatMap(({ alias, stock }) => {
    const count = redeemed.get(alias) ?? 0
    const sentence = `${alias} has a stock of ${stock}, and ${count} have been redeemed`
    return stock < count ? [{ place, sentence }] : []
  })
  const gone = removed.flatMap(({ group, key }) => {
    const isRedeemed = group === 'rewards' && redeemed.has(key)
    return isRedeemed ? [{ place, sentence: `${key} has been redeemed: make it inactive instead of removing it` }] : []
  })
  return [...tooFew, ...gone]
}
