/** How many scans the server accepts per second: both calls of each, by 8 clients at once, on its own PostgreSQL. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { ScanAnswer, scanTicket, verifyTicket } from '#contract/scan/scan.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { creditsOf, newMember } from '#tests/support/members.ts'
import { startServer } from '#tests/support/server.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const clients = 8
const scansEach = sized(100, 5)
const product = 'club-bravo'

export async function run(): Promise<BenchRow[]> {
  const server = await startServer()
  const { db, close } = await openClubDatabase(server.dataDir)
  try {
    const phones = await Promise.all(
      Array.from({ length: clients }, async () => {
        const member = await newMember(db)
        const token = await giveToken(db, member.id)
        return { token, tickets: await issueTickets(db, { count: scansEach }) }
      }),
    )
    const times: number[] = []
    const start = performance.now()
    await Promise.all(
      phones.map(async ({ token, tickets }) => {
        for (const ticket of tickets) {
          const startedAt = performance.now()
          await scan(server.origin, token, ticket)
          times.push(performance.now() - startedAt)
        }
      }),
    )
    const seconds = (performance.now() - start) / 1000
    const credits = await Promise.all(
      phones.flatMap(({ tickets }) => tickets).map(({ ticketNo }) => creditsOf(db, ticketNo)),
    )
    const wrong = credits.filter((count) => count !== 1)
    if (wrong.length > 0) throw new Error(`${wrong.length} tickets were not credited once, but ${wrong.join()} times`)
    return [
      {
        name: `Scans accepted by the server, ${clients} clients (two calls each)`,
        value: `${Math.round((clients * scansEach) / seconds)} a second`,
        bar: '',
        ok: null,
      },
      {
        name: 'One such scan, p50 / p99',
        value: `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)} ms`,
        bar: '',
        ok: null,
      },
    ]
  } finally {
    await close()
    await server.stop()
  }
}

/** Both calls of one scan, as the outbox makes them. */
async function scan(origin: string, token: string, ticket: IssuedTicket): Promise<void> {
  const key = randomUUID()
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return v.parse(ScanAnswer, await response.json())
  }
  const found = await send(pathOf(scanTicket, product), { qrcode: ticket.code })
  const verified = await send(pathOf(verifyTicket, product), { ticket_info: found.ticket_info })
  if (verified.status !== 'success')
    throw new Error(`Ticket ${ticket.ticketNo}: ${found.status}, then ${verified.status}`)
}
