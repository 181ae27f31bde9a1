import { Command, CommanderError } from 'commander'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { StartError } from '#server/startError.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addCheck } from './check.ts'
import { addClosures } from './closures.ts'
import { CommandError } from './commandLine.ts'
import { addContent } from './content.ts'
import { addDatabase } from './database.ts'
import { addMails } from './mails.ts'
import { addMigrate } from './migrate.ts'
import { addRotate } from './rotate.ts'
import { addSettle } from './settle.ts'
import { addStaff } from './staff.ts'
import { addTickets } from './tickets.ts'

/** In the order of the help. */
const commands = [
  addMigrate,
  addCheck,
  addDatabase,
  addBackup,
  addRotate,
  addSettle,
  addAudit,
  addStaff,
  addMails,
  addTickets,
  addClosures,
  addContent,
]

/** The format is that of systemd's `EnvironmentFile`. Some versions of Node read the option themselves, before this. */
function readSettings(path: string | undefined): void {
  if (path === undefined) return
  try {
    process.loadEnvFile(path)
  } catch (error) {
    throw new CommandError(`--env-file: ${path} cannot be read: ${reasonOf(error)}`)
  }
}

function clubProgram(): Command {
  const program = new Command('npm run club --')
    .description('What operators do, while the server runs or without it, by the same configuration.')
    .option(
      '--env-file <FILE>',
      'reads settings from a file, such as that of the servers’ unit; those of the environment count first',
    )
    .hook('preAction', (command) => readSettings(command.opts<{ envFile?: string }>().envFile))
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (lines) => console.log(lines.trimEnd()),
      writeErr: (lines) => console.error(lines.trimEnd()),
    })
  for (const add of commands) add(program)
  return program
}

/**
 * Runs the command that the operator's words name. Resolves to the exit code. Errors that the operator can fix are
 * printed without a stack.
 */
export async function runClub(words: readonly string[]): Promise<number> {
  try {
    await clubProgram().parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const isForOperator = [StartError, DatabaseStartError, CommandError].some((kind) => error instanceof kind)
    if (!isForOperator || !(error instanceof Error)) throw error
    if (error.message !== '') console.error(error.message)
    return 1
  }
}
