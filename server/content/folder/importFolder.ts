import type { Transaction } from 'kysely'
import {
  lockContents,
  markImported,
  readContents,
  removeEntries,
  removeImages,
  saveEntries,
  saveImages,
} from '#server/store/contents.ts'
import type { Database } from '#server/store/tables.ts'
import type { Findings } from './problems.ts'
import { isEmptyPlan, type Plan, planImport } from './importPlan.ts'
import type { ContentFolder } from './readFolder.ts'
import { checkReferences } from './references.ts'

/** Compares a folder with the contents that there are, and checks what it refers to. Changes nothing. */
export async function compareFolder(
  db: Transaction<Database>,
  folder: ContentFolder,
): Promise<{ plan: Plan; findings: Findings }> {
  const current = await readContents(db)
  return { plan: planImport(current, folder), findings: checkReferences(current, folder) }
}

/** Does what a plan says. The plan must have been made in the same transaction, after `lockContents`. */
async function carryOut(db: Transaction<Database>, plan: Plan, now: Date): Promise<void> {
  const { added, changed, moved, removed, pictures } = plan
  await removeEntries(
    db,
    removed.map(({ id }) => id),
  )
  await saveEntries(db, [...added, ...changed, ...moved], now)
  await removeImages(db, pictures.removed)
  await saveImages(db, [...pictures.added, ...pictures.changed])
  await markImported(db, now)
}

/**
 * Brings a folder in, where nothing speaks against it or `evenSo` says so; then what does not fit stays unseen.
 *
 * @returns what was changed, and what was found about its references
 */
export async function importFolder(
  db: Transaction<Database>,
  folder: ContentFolder,
  { now, evenSo = false }: { now: Date; evenSo?: boolean },
): Promise<{ plan: Plan; findings: Findings }> {
  await lockContents(db)
  const compared = await compareFolder(db, folder)
  const isSound = compared.findings.errors.length === 0
  if ((isSound || evenSo) && !isEmptyPlan(compared.plan)) await carryOut(db, compared.plan, now)
  return compared
}
