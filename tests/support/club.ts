import type { ConnectionPool } from '#server/store/store.ts'
import { hidePopup } from './contentEdits.ts'
import { openClubDatabase } from './database.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type RunningServer, startServer } from './server.ts'

/** The real server with its database, and the proxy through which browsers reach it. */
export interface Club {
  origin: string
  server: RunningServer
  proxy: Proxy
  db: ConnectionPool
}

/** Starts a separate club, without the homepage popup, which would cover pages in the middle of other tests. */
export async function openClub(): Promise<Club & { close: () => Promise<void> }> {
  const proxy = await startProxy()
  const server = await startServer({ origin: proxy.origin })
  proxy.forwardTo(server.port)
  const database = await openClubDatabase(server.dataDir)
  await hidePopup(database.db)
  const close = async () => {
    await database.close()
    await server.stop()
    await proxy.close()
  }
  return { origin: proxy.origin, server, proxy, db: database.db, close }
}
