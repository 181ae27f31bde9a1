import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { isAppRole } from '#server/store/connection/appRole.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { CommandError } from './commandLine.ts'

/** A command can wait for another one, in milliseconds. */
const lockTimeoutMs = 30_000

/**
 * Runs an operator's command on the configured database, beside a running server or without one.
 *
 * @param work resolves to whether it succeeded: where it does not, it has printed why
 * @param options.as `owner` for what the server's role may not do
 */
export async function withDatabase(
  work: (db: ConnectionPool, config: Config) => Promise<boolean>,
  { as = 'server' }: { as?: 'server' | 'owner' } = {},
): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    const { url } = await prepareDatabase(database, console.error, () => Promise.resolve())
    const address = as === 'owner' ? database.url : url
    const { db, close } = createStore({ url: address, log: console.error, connections: 2, lockTimeoutMs })
    try {
      if (as === 'owner' && (await isAppRole(db)))
        throw new CommandError(
          'This needs the DATABASE_URL of the owner of the tables, as npm run club -- migrate does.',
        )
      if (!(await work(db, config))) throw new CommandError()
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}
