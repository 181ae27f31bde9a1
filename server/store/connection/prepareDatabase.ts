import { openAppRole } from './appRole.ts'
import { prepareSchema } from './migrate.ts'
import { type ConnectionPool, createStore } from '../store.ts'

/** Another server may be filling the database at the same time, in milliseconds. */
const lockTimeoutMs = 30_000

/**
 * Brings the schema to this version and does `work`, both as the owner of the schema where `database` names its login.
 *
 * @returns the address for everything else: that of the role that cannot change the schema
 */
export async function prepareDatabase<T>(
  database: { url: string; dataDir: string | null },
  log: (line: string) => void,
  work: (owner: ConnectionPool) => Promise<T>,
): Promise<{ url: string; done: T }> {
  await prepareSchema(database, log)
  const owner = createStore({ url: database.url, log, connections: 2, lockTimeoutMs })
  try {
    const done = await work(owner.db)
    const url = await openAppRole(owner.db, database)
    if (url === null)
      log('The user of DATABASE_URL may not take the role club_app, so the server works as the owner of its tables.')
    return { url: url ?? database.url, done }
  } finally {
    await owner.close()
  }
}
