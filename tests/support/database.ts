import { openDatabase } from '#server/database/openDatabase.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'

/** The club's database as tests see it: what the server has actually written. */
export interface ClubDatabase {
  db: ConnectionPool
  close: () => Promise<void>
}

/** Opens the database of a server that runs on this data folder. */
export async function openClubDatabase(dataDir: string): Promise<ClubDatabase> {
  const opened = await openDatabase({ dataDir, databaseUrl: null, role: 'command', log: () => undefined })
  const { db, close } = createStore({ url: opened.url, log: () => undefined, connections: 2 })
  return {
    db,
    close: async () => {
      await close()
      await opened.close()
    },
  }
}
