import type { Transaction } from 'kysely'
import {
  markImported,
  readContents,
  removeEntries,
  removeImages,
  saveEntries,
  saveImages,
} from '#server/store/contents.ts'
import { takeLock } from '#server/store/locks.ts'
import { readTakenPlaces } from '#server/store/spending/eventRegistrations.ts'
import { readRedeemedStock } from '#server/store/spending/rewardStock.ts'
import type { Database } from '#server/store/tables.ts'
import type { Problem, Problems } from './problems.ts'
import { type ImportPlan, isEmptyPlan, planImport, type PlannedEntry } from './importPlan.ts'
import type { ContentFolder } from './readFolder.ts'
import { checkReferences } from './references.ts'

/** Plans the import of a folder and checks its references, without changing anything. */
export async function compareFolder(
  db: Transaction<Database>,
  folder: ContentFolder,
): Promise<{ plan: ImportPlan; problems: Problems }> {
  const current = await readContents(db)
  const plan = planImport(current, folder)
  const { errors, warnings } = checkReferences(current, folder)
  const used = { rewards: await readRedeemedStock(db), events: await readTakenPlaces(db) }
  return {
    plan,
    problems: { errors: [...errors, ...checkBonusPeriods(folder), ...checkInventory(plan, used)], warnings },
  }
}

/**
 * Executes a plan that was made in the same transaction, under the lock of the contents. A trigger sets the stocks of
 * rewards and the places of events.
 */
async function execute(db: Transaction<Database>, plan: ImportPlan, now: Date): Promise<void> {
  const { added, changed, moved, removed, images } = plan
  await removeEntries(
    db,
    removed.map(({ id }) => id),
  )
  await saveEntries(db, [...added, ...changed, ...moved], now)
  await removeImages(db, images.removed)
  await saveImages(db, [...images.added, ...images.changed])
  await markImported(db, now)
}

/**
 * Imports a folder, unless its references have errors. `force` imports it nevertheless; published contents then omit
 * what does not match.
 *
 * @returns the plan that was executed, and the problems of its references
 */
export async function importFolder(
  db: Transaction<Database>,
  folder: ContentFolder,
  { now, force = false }: { now: Date; force?: boolean },
): Promise<{ plan: ImportPlan; problems: Problems }> {
  await takeLock(db, 'contents')
  const compared = await compareFolder(db, folder)
  const isValid = compared.problems.errors.length === 0
  if ((isValid || force) && !isEmptyPlan(compared.plan)) await execute(db, compared.plan, now)
  return compared
}

interface Period {
  key: string
  code: unknown
  from: number
  to: number
}

function periodsOf(folder: ContentFolder): Period[] {
  return (folder.groups.get('bonus_periods') ?? []).map(({ key, fields }) => ({
    key,
    code: fields['code'],
    from: Date.parse(String(fields['from'])),
    to: Date.parse(String(fields['to'])),
  }))
}

/**
 * Checks that each period ends after it begins, and that two with the same code share no concert: it gives each bonus
 * once.
 */
function checkBonusPeriods(folder: ContentFolder): Problem[] {
  const place = 'bonus_periods/entries.json'
  const periods = periodsOf(folder)
  return periods.flatMap(({ key, code, from, to }, index) => {
    const earlier = periods.slice(0, index).filter((one) => one.code === code && one.from <= to && from <= one.to)
    return [
      ...(to > from ? [] : [{ place, sentence: `${key}: to: must be after from` }]),
      ...earlier.map((one) => ({ place, sentence: `${key}: is at the same time as ${one.key}, with the same code` })),
    ]
  })
}

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
function checkInventory(
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
