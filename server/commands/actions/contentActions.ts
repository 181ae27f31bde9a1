import { resolve } from 'node:path'
import { openVariantCache, variantFolder } from '#server/images/variantCache.ts'
import { type ContentCommand, runContentCommand } from '../contentCommand.ts'
import { withDatabase } from '../withDatabase.ts'
import type { Actions } from './commandLine.ts'

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

/** What `npm run content` can do. */
export const contentActions: Actions = {
  export: {
    about: 'writes all contents to a folder',
    operands: ['DIR'],
    run: ({ operand }) => run({ kind: 'export', dir: operand('DIR') }),
  },
  import: {
    about: 'imports a folder, completely or not at all; --dry-run reports what it would change',
    operands: ['DIR'],
    flags: ['dry-run'],
    run: ({ operand, flag }) => run({ kind: 'import', dir: operand('DIR'), isDryRun: flag('dry-run') }),
  },
}
