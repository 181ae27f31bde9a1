/**
 * `npm run content -- export DIR` and `npm run content -- import DIR [--dry-run]`: moves the contents between the database and a folder of
 * readable files, beside a running server or without one.
 */
import { resolve } from 'node:path'
import { openVariantCache, variantFolder } from '#server/images/variantCache.ts'
import { type ContentCommand, parseContentCommand, runContentCommand } from './contentCommand.ts'
import { runAsProgram, withDatabase } from './withDatabase.ts'

const usage = [
  'npm run content -- export DIR             writes all contents to a folder',
  'npm run content -- import DIR --dry-run   reports what an import of a folder would change',
  'npm run content -- import DIR             imports a folder, completely or not at all',
].join('\n')

function run(command: ContentCommand): Promise<boolean> {
  return withDatabase(async (db, { dataDir }) => {
    const output = { print: console.log, printError: console.error }
    const succeeded = await runContentCommand(db, { ...command, dir: resolve(command.dir) }, output)
    if (succeeded && command.kind === 'import' && !command.isDryRun) {
      const rendered = await openVariantCache(db, variantFolder(dataDir)).renderAll({ pace: 0 })
      if (rendered > 0) console.log(`Pictures made in all sizes: ${rendered} files.`)
    }
    return succeeded
  })
}

await runAsProgram(async () => {
  const command = parseContentCommand(process.argv.slice(2))
  if (command) return run(command)
  console.error(usage)
  return false
})
