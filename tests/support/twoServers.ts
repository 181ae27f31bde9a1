import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/openDatabase.ts'
import { createStore } from '#server/store/store.ts'
import type { ClubDatabase } from './database.ts'
import { type RunningServer, startServer } from './server.ts'
import { copyTemplate } from './templates.ts'

/** Two server processes on one database, which outlives both. They share the public origin, that of the first. */
export interface TwoServers extends ClubDatabase {
  servers: readonly [RunningServer, RunningServer]
}

const noLog = () => undefined

/** @param options.secondRoot the folder of the second server's product, if it is another version */
export async function startTwoServers(options: { origin?: string; secondRoot?: string } = {}): Promise<TwoServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-shared-'))
  await copyTemplate('empty', dataDir)
  const postgres = await openDatabase({ dataDir, databaseUrl: null, role: 'server', log: noLog })
  const environment = { DATABASE_URL: postgres.url, SEED: 'none' }
  const { origin, secondRoot: root } = options
  const first = await startServer({ environment, ...(origin !== undefined && { origin }) })
  const second = await startServer({ environment, origin: first.origin, ...(root !== undefined && { root }) })
  const { db, close } = createStore({ url: postgres.url, log: noLog, connections: 2 })
  return {
    servers: [first, second],
    db,
    close: async () => {
      await close()
      for (const server of [first, second]) await server.stop()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
