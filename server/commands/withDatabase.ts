import { type Config, readConfig } from '#server/config.ts'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { StartError } from '#server/startError.ts'
import { isAppRole } from '#server/store/connection/appRole.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { type Actions, CommandError, runAction } from './actions/commandLine.ts'

/** A command can wait for another one, in milliseconds. */
const lockTimeoutMs = 30_000

/**
 * Runs an operator's command on the configured database, beside a running server or without one.
 *
 * @param options.as `owner` for what the server's role may not do
 */
export async function withDatabase<T>(
  work: (db: ConnectionPool, config: Config) => Promise<T>,
  { as = 'server' }: { as?: 'server' | 'owner' } = {},
): Promise<T> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    const { url } = await prepareDatabase(database, console.error, () => Promise.resolve())
    const address = as === 'owner' ? database.url : url
    const { db, close } = createStore({ url: address, log: console.error, connections: 2, lockTimeoutMs })
    try {
      if (as === 'owner' && (await isAppRole(db)))
        throw new CommandError('This needs the DATABASE_URL of the owner of the tables, as npm run migrate does.')
      return await work(db, config)
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}

/** Resolves to whether a command has succeeded. Errors that the operator can fix are printed without a stack. */
export async function reportErrors(main: () => Promise<boolean>): Promise<boolean> {
  try {
    return await main()
  } catch (error) {
    const isForOperator = [StartError, DatabaseStartError, CommandError].some((kind) => error instanceof kind)
    if (!isForOperator || !(error instanceof Error)) throw error
    console.error(error.message)
    return false
  }
}

/** Runs a command's main function as a program: exits with 1 when it fails or resolves to false. */
export async function runAsProgram(main: () => Promise<boolean>): Promise<void> {
  if (!(await reportErrors(main))) process.exitCode = 1
}

/** Runs a command with actions as a program. `command` is the name of its npm script. */
export function runActions(command: string, actions: Actions): Promise<void> {
  return runAsProgram(() => runAction(command, actions, process.argv.slice(2)))
}
