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
import { type ImportPlan, isEmptyPlan, planImport } from './importPlan.ts'
import type { ContentFolder } from './readFolder.ts'
import { checkReferences } from './references.ts'
import { checkInventory } from './inventory.ts'

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
