import type { Transaction } from 'kysely'
import {
  markImported,
  readContents,
  removeEntries,
  removeImages,
  saveEntries,
  saveImages,
} from '#server/store/contents.ts'
import { dropIdleRemovals, findDrafts, type StoredDraft } from '#server/store/contentDrafts.ts'
import { takeLock } from '#server/store/locks.ts'
import { readTakenPlaces } from '#server/store/spending/eventRegistrations.ts'
import { readRedeemedStock } from '#server/store/spending/rewardStock.ts'
import type { Database } from '#server/store/tables.ts'
import { entryProblem, fieldProblem, type Problem, type Problems } from './problems.ts'
import { type ImportPlan, isEmptyPlan, planImport, type PlannedEntry } from './importPlan.ts'
import type { ContentFolder } from './readFolder.ts'
import { checkReferences, imagesOf } from './references.ts'

/** What an import changes, what is wrong with it, and the drafts of the pages of staff, which it leaves as they are. */
interface Compared {
  plan: ImportPlan
  problems: Problems
  drafts: StoredDraft[]
}

/** Plans the import of a folder and checks its references, without changing anything. */
export async function compareFolder(db: Transaction<Database>, folder: ContentFolder): Promise<Compared> {
  const current = await readContents(db)
  const drafts = await findDrafts(db)
  const plan = planImport(current, folder)
  const drafted = new Set(drafts.flatMap(({ content }) => imagesOf(content?.fields ?? {}).map(({ name }) => name)))
  plan.images.removed = plan.images.removed.filter((name) => !drafted.has(name))
  const { errors, warnings } = checkReferences(current, folder)
  const used = { rewards: await readRedeemedStock(db), events: await readTakenPlaces(db) }
  return {
    plan,
    drafts: drafts.filter(({ group, key, content }) => {
      const isGone = plan.removed.some((entry) => entry.group === group && entry.key === key)
      return content !== null || !isGone
    }),
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
  await dropIdleRemovals(db)
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
): Promise<Compared> {
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
  const group = 'bonus_periods'
  const periods = periodsOf(folder)
  return periods.flatMap(({ key, code, from, to }, index) => {
    const earlier = periods.slice(0, index).filter((one) => one.code === code && one.from <= to && from <= one.to)
    return [
      ...(to > from ? [] : [fieldProblem(group, key, 'to', 'must be after from')]),
      ...earlier.map((one) => entryProblem(group, key, `is at the same time as ${one.key}, with the same code`, ': ')),
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
  /** The field that says how many. */
  field: string
  /** Says that there will be fewer than members have. */
  tooFew: (amount: number, count: number) => string
  /** Says that something would go of which members have some. */
  gone: string
}

function check(
  { group, used, amounts, field, tooFew, gone }: Inventory,
  { removed }: Pick<ImportPlan, 'removed'>,
): Problem[] {
  const fewer = amounts.flatMap(({ alias, amount }) => {
    const count = used.get(alias) ?? 0
    if (amount === null || amount >= count) return []
    const flaw = tooFew(amount, count)
    const at = { key: alias, field, language: null, flaw }
    return [{ ...entryProblem(group, alias, flaw), at }]
  })
  const missing = removed.flatMap((entry) =>
    entry.group === group && used.has(entry.key) ? [entryProblem(group, entry.key, gone)] : [],
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
    field: 'stock',
    tooFew: (amount, count) => `has a stock of ${amount}, and ${count} have been redeemed`,
    gone: 'has been redeemed: make it inactive instead of removing it',
  }
  const events: Inventory = {
    group: 'events',
    used: used.events,
    amounts: placesOf(plan.changed).map(({ alias, places }) => ({ alias, amount: places })),
    field: 'event_quota',
    tooFew: (amount, count) => `has ${amount} places, and ${count} are taken`,
    gone: 'has registrations: make it inactive instead of removing it',
  }
  return [...check(rewards, plan), ...check(events, plan)]
}
