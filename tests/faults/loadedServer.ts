import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { giveToken } from '#tests/support/clubTokens.ts'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

/** A server under load, in a process of its own, with its database. */
export interface LoadedServer extends ClubDatabase {
  server: RunningServer
}

export async function openLoadedServer(environment: Record<string, string> = {}): Promise<LoadedServer> {
  const server = await startServer({ environment })
  const { db, close } = await openClubDatabase(server.dataDir)
  return {
    server,
    db,
    close: async () => {
      await close()
      await server.stop()
    },
  }
}

/** A new member with a club token. */
export async function signedInMember({ db }: Pick<ClubDatabase, 'db'>): Promise<{ id: string; token: string }> {
  const { id } = await newMember(db)
  return { id, token: await giveToken(db, id) }
}

/** Adds a performance that has just ended, with sold and claimed tickets, 100 dollars each, spread over the members. */
export async function addPendingClaims({ db }: LoadedServer, name: string, count: number, members: readonly string[]) {
  const texts = JSON.stringify({ en: name, tc: name, sc: name })
  await sql`insert into performances (id, name, venue, starts_at, ends_at)
    values (${name}, ${texts}::jsonb, ${texts}::jsonb, now() - interval '3 hours', now() - interval '1 hour')`.execute(
    db,
  )
  await sql`insert into tickets (ticket_no, performance_id, code, code_hash, seat, amount)
    select ${name}::text || n, ${name}::text, ${name}::text || n, encode(sha256((${name}::text || n)::bytea), 'hex'), 'Stalls', 100
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`insert into ticket_claims (ticket_no, member_id, claimed_at)
    select ${name}::text || n, (${members}::uuid[])[1 + n % ${members.length}::int], now()
    from generate_series(1, ${count}::int) n`.execute(db)
}

/** Calls with their status (0: no answer) and duration in milliseconds. */
export interface Measured {
  status: number
  ms: number
}

export async function measure(send: () => Promise<Response>): Promise<Measured> {
  const started = performance.now()
  const status = await send().then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
  return { status, ms: performance.now() - started }
}

export interface Probe {
  /** Takes the calls so far out, such as those of a server that warms up. */
  take: () => Measured[]
  stop: () => Promise<Measured[]>
}

/** Calls again and again, with a pause in between, until it is stopped. */
export function startProbe(send: () => Promise<Response>, pauseMs = 10): Probe {
  const measured: Measured[] = []
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      measured.push(await measure(send))
      await delay(pauseMs)
    }
  }
  const running = run()
  return {
    take: () => measured.splice(0),
    stop: async () => {
      stopping.abort()
      await running
      return measured
    },
  }
}
