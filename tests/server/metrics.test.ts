import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { pathOf } from '#contract/endpoint.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { freePort } from '#tests/support/ports.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { issueTicket } from '#tests/support/tickets.ts'

let server: RunningServer
let club: ClubDatabase
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  const environment = { METRICS_PORT: String(metricsPort), LOG_FORMAT: 'json', LOG_LEVEL: 'info' }
  server = await startServer({ environment })
  club = await openClubDatabase(server.dataDir)
})
afterAll(async () => {
  await club.close()
  await server.stop()
})

async function metrics(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  return response.text()
}

async function scan(token: string, code: string): Promise<number> {
  const response = await fetch(server.origin + pathOf(endpoints.scanTicket, 'club-bravo'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ qrcode: code }),
  })
  await response.body?.cancel()
  return response.status
}

const count = (endpoint: string, method: string, status: number) =>
  `club_http_request_duration_seconds_count{endpoint="${endpoint}",method="${method}",status="${status}"}`

test('Requests are counted by endpoint and status, and scans by what they were answered with', async () => {
  const member = await newMember(club.db)
  const token = await giveToken(club.db, member.id)
  const ticket = await issueTicket(club.db)
  expect([await scan(token, ticket.code), await scan('nobody', ticket.code)]).toEqual([200, 401])
  await fetch(`${server.origin}/api/club-bravo/${ticket.ticketNo}`, { method: 'DELETE' })
  // A request is counted when its connection has taken the answer.
  await expect.poll(metrics).toContain(`${count('api', 'other', 404)} 1`)
  const text = await metrics()
  expect(text).toContain(`${count('scanTicket', 'POST', 200)} 1`)
  expect(text).toContain(`${count('scanTicket', 'POST', 401)} 1`)
  expect(text).toContain('club_scan_answers_total{call="scanTicket",status="found"} 1')
  expect(text).toMatch(/club_database_connections\{state="open"\} [1-9]/)
  expect(text).toContain('club_limiter_queued{limiter="requests"} 0')
  expect(text).toContain('club_mails_waiting{state="due"} 0')
  expect(text).toMatch(/process_resident_memory_bytes \d+/)
  expect(text).not.toContain(ticket.ticketNo)
})

test('The figures stand on a port of their own, of this machine only', async () => {
  const own = await fetch(`${server.origin}/metrics`)
  expect(await own.text()).not.toContain('club_http_request_duration_seconds')
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
})

const Line = v.looseObject({ time: v.pipe(v.string(), v.isoTimestamp()), level: v.string(), message: v.string() })

test('With LOG_FORMAT=json, every line is an object, and a request’s has its facts', async () => {
  await fetch(`${server.origin}/api/club-bravo/static-contents?secret=1`)
  const requestsOf = () =>
    server
      .output()
      .trim()
      .split('\n')
      .map((line) => v.parse(Line, JSON.parse(line)))
      .filter(({ path }) => path === '/api/club-bravo/static-contents')
  await expect
    .poll(requestsOf)
    .toEqual([expect.objectContaining({ level: 'info', method: 'GET', status: 200, ms: expect.any(Number) })])
})
