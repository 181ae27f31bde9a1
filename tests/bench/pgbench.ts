import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { ConnectionPool } from '#server/store/store.ts'

const run = promisify(execFile)
const packages = '/usr/lib/postgresql'
const scale = 8
const database = 'anchor'

/** Where Debian's package has put pgbench; null where it is not installed. */
export async function findPgbench(): Promise<string | null> {
  const versions = await readdir(packages).catch(() => [])
  const programs = versions.map((version) => join(packages, version, 'bin', 'pgbench'))
  return programs.findLast((program) => existsSync(program)) ?? null
}

/** What pgbench measures on the cluster of a running server, in a database of its own. */
export interface Pgbench {
  /** Transactions a second of its usual kind (like TPC-B), with as many clients. */
  rate: (clients: number, seconds: number) => Promise<number>
  remove: () => Promise<void>
}

/** @param url the connection string of the cluster's owner */
export async function openPgbench(program: string, url: string, db: ConnectionPool): Promise<Pgbench> {
  const own = new URL(url)
  own.pathname = `/${database}`
  await sql`create database ${sql.id(database)}`.execute(db)
  await run(program, ['-i', '-q', '-s', String(scale), own.href])
  return {
    rate: async (clients, seconds) => {
      const words = ['-c', String(clients), '-j', '2', '-T', String(seconds), '-n', own.href]
      const { stdout } = await run(program, words)
      return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    },
    remove: async () => void (await sql`drop database ${sql.id(database)} with (force)`.execute(db)),
  }
}
