import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/openDatabase.ts'
import { createStore } from '#server/store/store.ts'
import type { ClubDatabase } from './database.ts'
import { type RunningServer, startServer } from './server.ts'
import { copyTemplate } from './templates.ts'

/** Server processes on one database, which outlives them. They share the public origin, that of the first. */
export interface ServerGroup extends ClubDatabase {
  servers: readonly RunningServer[]
  /** The connection string of the database's owner. */
  databaseUrl: string
}

export interface TwoServers extends ServerGroup {
  servers: readonly [RunningServer, RunningServer]
}

export interface GroupOptions {
  origin?: string
  /** Additional configuration of each server. */
  environment?: Record<string, string>
}

const noLog = () => undefined

/** @param roots the folder of each server's product: undefined for this version */
async function startGroup(roots: readonly (string | undefined)[], options: GroupOptions): Promise<ServerGroup> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-shared-'))
  copyTemplate('empty', dataDir)
  const postgres = await openDatabase({ dataDir, databaseUrl: null, role: 'server', log: noLog })
  const environment = { DATABASE_URL: postgres.url, SEED: 'none', ...options.environment }
  const servers: RunningServer[] = []
  for (const root of roots) {
    const origin = servers[0]?.origin ?? options.origin
    servers.push(
      await startServer({ environment, ...(origin !== undefined && { origin }), ...(root !== undefined && { root }) }),
    )
  }
  const { db, close } = createStore({ url: postgres.url, log: noLog, connections: 2 })
  return {
    servers,
    databaseUrl: postgres.url,
    db,
    close: async () => {
      await close()
      for (const server of servers) await server.stop()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts so many servers. */
export function startServers(count: number, options: GroupOptions = {}): Promise<ServerGroup> {
  return startGroup(
    Array.from({ length: count }, () => undefined),
    options,
  )
}

/** @param options.secondRoot the folder of the second server's product, if it is another version */
export async function startTwoServers(options: GroupOptions & { secondRoot?: string } = {}): Promise<TwoServers> {
  const group = await startGroup([undefined, options.secondRoot], options)
  const [first, second] = group.servers
  if (!first || !second) throw new Error('There are not two servers')
  return { ...group, servers: [first, second] }
}
