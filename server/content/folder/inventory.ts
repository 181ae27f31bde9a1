import type { ImportPlan, PlannedEntry } from './importPlan.ts'
import type { Problem } from './problems.ts'

type Entry = Pick<PlannedEntry, 'group' | 'key' | 'fields'>

/** How many there are in all of each reward among entries. */
function stockOf(entries: readonly Entry[]) {
  return entries.flatMap(({ group, key: alias, fields: { stock } }) =>
    group === 'rewards' && typeof stock === 'number' ? [{ alias, stock }] : [],
  )
}

/** How many places each event among entries has; null without a limit. */
function placesOf(entries: readonly Entry[]) {
  return entries.flatMap(({ group, key: alias, fields: { event_quota: places } }) =>
    group === 'events' ? [{ alias, places: typeof places === 'number' ? places : null }] : [],
  )
}

/** What members have of rewards or events, which an import must not take away. */
interface Inventory {
  group: 'rewards' | 'events'
  /** How many of each they have, by alias; without those that they neither have nor wait for. */
  used: ReadonlyMap<string, number>
  /** How many there will be of each, null without a limit. */
  amounts: readonly { alias: string; amount: number | null }[]
  /** Says that there will be fewer than members have. */
  tooFew: (alias: string, amount: number, count: number) => string
  /** Says that something would go of which members have some. */
  gone: (alias: string) => string
}

function check({ group, used, amounts, tooFew, gone }: Inventory, { removed }: Pick<ImportPlan, 'removed'>): Problem[] {
  const place = `${group}/entries.json`
  const fewer = amounts.flatMap(({ alias, amount }) => {
    const count = used.get(alias) ?? 0
    return amount !== null && amount < count ? [{ place, sentence: tooFew(alias, amount, count) }] : []
  })
  const missing = removed.flatMap((entry) =>
    entry.group === group && used.has(entry.key) ? [{ place, sentence: gone(entry.key) }] : [],
  )
  return [...fewer, ...missing]
}

/**
 * What an import would take away although members have redeemed it, or registered for it.
 *
 * @param used how many of each reward were redeemed, and how many places of each event are taken, by alias; an event
 *   that is only waited for has 0
 */
export function checkInventory(
  plan: Pick<ImportPlan, 'changed' | 'removed'>,
  used: { rewards: ReadonlyMap<string, number>; events: ReadonlyMap<string, number> },
): Problem[] {
  const rewards: Inventory = {
    group: 'rewards',
    used: used.rewards,
    amounts: stockOf(plan.changed).map(({ alias, stock }) => ({ alias, amount: stock })),
    tooFew: (alias, amount, count) => `${alias} has a stock of ${amount}, and ${count} have been redeemed`,
    gone: (alias) => `${alias} has been redeemed: make it inactive instead of removing it`,
  }
  const events: Inventory = {
    group: 'events',
    used: used.events,
    amounts: placesOf(plan.changed).map(({ alias, places }) => ({ alias, amount: places })),
    tooFew: (alias, amount, count) => `${alias} has ${amount} places, and ${count} are taken`,
    gone: (alias) => `${alias} has registrations: make it inactive instead of removing it`,
  }
  return [...check(rewards, plan), ...check(events, plan)]
}
