import type { Command } from 'commander'
import { resolve } from 'node:path'
import { openVariantCache, variantFolder } from '#server/images/variantCache.ts'
import { type ContentCommand, runContentCommand } from './contentFolder.ts'
import { withDatabase } from './withDatabase.ts'
import { dryRun, examples, nonEmpty } from './commandLine.ts'

function run(command: ContentCommand): Promise<void> {
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

/** Works on a folder as `content/folder/` reads and writes it. */
export function addContent(program: Command): void {
  const content = program.command('content').description('moves the contents between the database and a folder')
  content
    .command('export')
    .description('writes all contents to a folder of readable files (JSON, Markdown, pictures)')
    .argument('<DIR>', 'an empty folder, or one of an earlier export', nonEmpty)
    .addHelpText('after', examples('content export contents'))
    .action((dir: string) => run({ kind: 'export', dir }))
  content
    .command('start')
    .description(
      'writes the contents to a folder, with what every club needs and this one lacks, and blanks to fill in',
    )
    .argument('<DIR>', 'an empty folder, or one of an earlier export', nonEmpty)
    .addHelpText('after', examples('content start contents'))
    .action((dir: string) => run({ kind: 'start', dir }))
  content
    .command('import')
    .description('imports a folder, completely or not at all')
    .argument('<DIR>', 'a folder as it was exported', nonEmpty)
    .option(...dryRun)
    .addHelpText('after', examples('content import contents --dry-run', 'content import contents'))
    .action((dir: string, flags: { dryRun?: boolean }) => run({ kind: 'import', dir, isDryRun: flags.dryRun ?? false }))
}
