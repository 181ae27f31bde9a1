/**
 * `npm run content -- export DIR` and `npm run content -- import DIR [--dry-run]`: moves the contents between the database and a folder of
 * readable files, beside a running server or without one.
 */
import { resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { readConfig } from '#server/config.ts'
import { StartError } from '#server/startError.ts'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { createStore, inTransaction, migrate } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { exportFolder } from '#server/content/folder/exportFolder.ts'
import { type Finding, toLine } from '#server/content/folder/problems.ts'
import { compareFolder, importFolder } from '#server/content/folder/importFolder.ts'
import { openPictureShelf, picturesFolder } from '#server/images/variantCache.ts'
import { describePlan, isEmptyPlan } from '#server/content/folder/importPlan.ts'
import { readFolder } from '#server/content/folder/readFolder.ts'
import { ForeignFolderError, writeFolder } from '#server/content/folder/writeFolder.ts'

/** What the operator asked for. */
export type Wish = { kind: 'export'; dir: string } | { kind: 'import'; dir: string; isDryRun: boolean }

const usage = [
  'npm run content -- export DIR             writes all contents to a folder',
  'npm run content -- import DIR --dry-run   says what bringing a folder in would change',
  'npm run content -- import DIR             brings a folder in, all of it or nothing',
].join('\n')

/** Reads the command line; null where it is none that there is. */
export function readWish(words: readonly string[]): Wish | null {
  const isDryRun = words.includes('--dry-run')
  const [kind, dir, ...rest] = words.filter((word) => word !== '--dry-run')
  if (dir === undefined || dir.startsWith('-') || rest.length > 0) return null
  if (kind === 'export') return isDryRun ? null : { kind, dir }
  return kind === 'import' ? { kind, dir, isDryRun } : null
}

/** Where lines for the operator go: what was asked for, and what is wrong. */
export interface Teller {
  say: (line: string) => void
  complain: (line: string) => void
}

async function runExport(db: Kysely<Database>, dir: string, { say, complain }: Teller): Promise<boolean> {
  const folder = await exportFolder(db)
  try {
    await writeFolder(dir, folder)
  } catch (error) {
    if (!(error instanceof ForeignFolderError)) throw error
    complain(
      `${dir} holds something else than contents (${error.message}): choose an empty folder, or one of an earlier export.`,
    )
    return false
  }
  const entries = [...folder.groups.values()].reduce((sum, { length }) => sum + length, 0)
  say(`Written to ${dir}: ${entries} entries in ${folder.groups.size} groups, ${folder.pictures.length} pictures.`)
  return true
}

function tellFindings(errors: readonly Finding[], warnings: readonly Finding[], { say, complain }: Teller): boolean {
  for (const warning of warnings) say(`Warning: ${toLine(warning)}`)
  for (const error of errors) complain(toLine(error))
  if (errors.length > 0) complain(`Nothing was brought in. Errors: ${errors.length}.`)
  return errors.length === 0
}

async function runImport(
  db: Kysely<Database>,
  { dir, isDryRun }: Extract<Wish, { kind: 'import' }>,
  teller: Teller,
): Promise<boolean> {
  const read = await readFolder(dir)
  const isReadable = read.findings.errors.length === 0
  const { plan, findings } = await inTransaction(db, (transaction) =>
    isDryRun || !isReadable
      ? compareFolder(transaction, read.folder)
      : importFolder(transaction, read.folder, { now: new Date() }),
  )
  const errors = [...read.findings.errors, ...findings.errors]
  if (!tellFindings(errors, [...read.findings.warnings, ...findings.warnings], teller)) return false
  for (const line of describePlan(plan)) teller.say(line)
  if (isEmptyPlan(plan)) teller.say('Everything is as in the folder already.')
  else
    teller.say(isDryRun ? 'This was a dry run: nothing was changed.' : 'Brought in. Whoever opens the app sees it now.')
  return true
}

/**
 * Does what the operator asked for.
 *
 * @returns whether it was done
 */
export async function moveContents(db: Kysely<Database>, wish: Wish, teller: Teller): Promise<boolean> {
  try {
    return await (wish.kind === 'export' ? runExport(db, wish.dir, teller) : runImport(db, wish, teller))
  } catch (error) {
    const isFolderTrouble = error instanceof Error && 'syscall' in error && 'path' in error
    if (!isFolderTrouble) throw error
    teller.complain(`The folder cannot be used: ${error.message}`)
    return false
  }
}

async function runCommand(wish: Wish): Promise<boolean> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    const { db, close } = createStore({ url: database.url, log: console.error, connections: 2 })
    try {
      await migrate(db)
      const teller = { say: console.log, complain: console.error }
      const done = await moveContents(db, { ...wish, dir: resolve(wish.dir) }, teller)
      if (done && wish.kind === 'import' && !wish.isDryRun) {
        const made = await openPictureShelf(db, picturesFolder(dataDir)).makeAll({ pace: 0 })
        if (made > 0) console.log(`Pictures made in all sizes: ${made} files.`)
      }
      return done
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}

if (import.meta.main) {
  const wish = readWish(process.argv.slice(2))
  if (wish === null) console.error(usage)
  try {
    if (wish === null || !(await runCommand(wish))) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof StartError || error instanceof DatabaseStartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
