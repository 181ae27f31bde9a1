import { userInfo } from 'node:os'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { refuseEmpty } from '#server/store/connection/migrate.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { type ActingPool, createStore } from '#server/store/store.ts'
import { CommandError } from './commandLine.ts'

/** A command can wait for another one, in milliseconds. */
const lockTimeoutMs = 30_000

/** Who types commands, for their acts. A user of a container may have no name. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/**
 * Runs an operator's command on the club's database, while the server runs or without it. It never makes one.
 *
 * @param work resolves to whether it succeeded: where it does not, it has printed why
 */
export async function withDatabase(work: (db: ActingPool, config: Config) => Promise<boolean>): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    await refuseEmpty(database, console.error)
    const { url } = await prepareDatabase(database, console.error, () => Promise.resolve())
    const { db, close } = createStore({ url, log: console.error, connections: 2, lockTimeoutMs })
    try {
      const isDone = await work(db.actingAs({ name: `cli:${operatorName()}`, role: null }), config)
      if (!isDone) throw new CommandError()
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}
