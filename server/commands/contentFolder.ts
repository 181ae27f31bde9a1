import { exportFolder } from '#server/content/folder/exportFolder.ts'
import { compareFolder, importFolder } from '#server/content/folder/importFolder.ts'
import { describePlan, isEmptyPlan } from '#server/content/folder/importPlan.ts'
import { formatProblem, type Problem } from '#server/content/folder/problems.ts'
import { type ContentFolder, readFolder } from '#server/content/folder/readFolder.ts'
import { ForeignFolderError, writeFolder } from '#server/content/folder/writeFolder.ts'
import { recordAct } from '#server/services/acts.ts'
import { withStarterSet } from '#server/seed/starter.ts'
import { findContentsVersion } from '#server/store/contents.ts'
import type { ActingPool, ActingTransaction, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { wasDryRun } from './commandLine.ts'

/** What is asked of the contents and a folder, whose path is `dir`. */
export type ContentCommand =
  | { kind: 'export' | 'start'; dir: string }
  | { kind: 'import'; dir: string; isDryRun: boolean }

/** Where lines for the operator go. */
interface Output {
  print: (line: string) => void
  printError: (line: string) => void
}

/** Writes the contents to a folder; to start with, what every club needs beside them. */
async function runExport(
  db: ConnectionPool,
  { kind, dir }: Extract<ContentCommand, { kind: 'export' | 'start' }>,
  { print, printError }: Output,
): Promise<boolean> {
  const stored = await exportFolder(db)
  const { folder, added } = kind === 'start' ? await withStarterSet(stored) : { folder: stored, added: 0 }
  try {
    await writeFolder(dir, folder)
  } catch (error) {
    if (!(error instanceof ForeignFolderError)) throw error
    printError(
      `${dir} holds other files than contents (${error.message}): choose an empty folder, or one of an earlier export.`,
    )
    return false
  }
  const entries = [...folder.groups.values()].reduce((sum, { length }) => sum + length, 0)
  print(`Written to ${dir}: ${entries} entries in ${folder.groups.size} groups, ${folder.images.length} pictures.`)
  if (kind === 'start')
    print(`New: ${added}. Fill in what is in [brackets], then import the folder: it names what is left.`)
  return true
}

/** Reports problems. Returns whether none of them is an error. */
function reportProblems(
  errors: readonly Problem[],
  warnings: readonly Problem[],
  { print, printError }: Output,
): boolean {
  for (const warning of warnings) print(`Warning: ${formatProblem(warning)}`)
  for (const error of errors) printError(formatProblem(error))
  if (errors.length > 0) printError(`Nothing was imported. Errors: ${errors.length}.`)
  return errors.length === 0
}

async function importAndRecord(db: ActingTransaction, folder: ContentFolder) {
  const imported = await importFolder(db, folder, { now: new Date() })
  const { plan, problems } = imported
  if (problems.errors.length === 0 && !isEmptyPlan(plan)) {
    const { added, changed, moved, removed, images } = plan
    const pictures = images.added.length + images.changed.length + images.removed.length
    await recordAct(db, {
      action: 'content_import',
      subject: { kind: 'contents', id: await findContentsVersion(db) },
      memberId: null,
      after: {
        texts_added: added.length,
        texts_changed: changed.length,
        texts_moved: moved.length,
        texts_removed: removed.length,
        pictures,
      },
    })
  }
  return imported
}

async function runImport(
  db: ActingPool,
  { dir, isDryRun }: Extract<ContentCommand, { kind: 'import' }>,
  output: Output,
): Promise<boolean> {
  const read = await readFolder(dir)
  const isReadable = read.problems.errors.length === 0
  const { plan, problems, drafts } = await inTransaction(db, (transaction) =>
    isDryRun || !isReadable ? compareFolder(transaction, read.folder) : importAndRecord(transaction, read.folder),
  )
  const errors = [...read.problems.errors, ...problems.errors]
  if (!reportProblems(errors, [...read.problems.warnings, ...problems.warnings], output)) return false
  for (const line of describePlan(plan)) output.print(line)
  for (const { group, key } of drafts) output.print(`draft   ${group}: ${key}: stays on the staff page Contents`)
  if (isEmptyPlan(plan)) output.print('The contents are already the same as in the folder.')
  else output.print(isDryRun ? wasDryRun : 'Imported. The app shows it from now on.')
  return true
}

/** Exports, starts or imports the contents. Resolves to whether it succeeded. */
export async function runContentCommand(db: ActingPool, command: ContentCommand, output: Output): Promise<boolean> {
  try {
    return await (command.kind === 'import' ? runImport(db, command, output) : runExport(db, command, output))
  } catch (error) {
    const isFileError = error instanceof Error && 'syscall' in error && 'path' in error
    if (!isFileError) throw error
    output.printError(`The folder cannot be used: ${error.message}`)
    return false
  }
}
