import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createSession } from '#server/store/sessions/sessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { pdfOfSize, youthForm } from '#tests/support/youngApplicant.ts'

const path = pathOf(endpoints.updateProfile, 'club-bravo')

async function tokenOf(db: ConnectionPool, memberId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  const tokenHash = createHash('sha256').update(token).digest('hex')
  await createSession(db, { tokenHash, memberId, now, expiresAt: new Date(now.getTime() + 3_600_000) })
  return token
}

const headersOf = (token: string, address: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
  'x-forwarded-for': address,
})

/** Uploads a byte now and then, again and again, until it is told to stop. */
async function trickle(
  { port }: RunningServer,
  { token, until, onRefused }: { token: string; until: AbortSignal; onRefused: () => void },
): Promise<void> {
  while (!until.aborted) {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    until.addEventListener('abort', () => socket.destroy(), { once: true })
    const headers = { host: `localhost:${port}`, ...headersOf(token, '203.0.113.66'), 'content-length': '11000000' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n{`)
    socket.on('data', (answer) => {
      if (answer.toString().startsWith('HTTP/1.1 503')) onRefused()
      socket.destroy()
    })
    const byte = setInterval(() => socket.write('"'), 500)
    await closed
    clearInterval(byte)
    await delay(100)
  }
}

test('Many slow files from one network address hold up no file from another one for more than a slot', async () => {
  const server = await startServer({ environment: { TRUST_PROXY: '1' } })
  onTestFinished(server.stop)
  const { db, close } = await openClubDatabase(server.dataDir)
  onTestFinished(close)
  const slow = await Promise.all(
    Array.from({ length: 45 }, async () => tokenOf(db, (await newMember(db, { verified: false })).id)),
  )
  const applicant = await newcomer(db)
  const token = await tokenOf(db, applicant.id)
  const country = await db.selectFrom('contents').select('key').where('group_name', '=', 'countries').executeTakeFirst()

  const ended = new AbortController()
  const full = Promise.withResolvers<void>()
  const trickling = slow.map((one) => trickle(server, { token: one, until: ended.signal, onRefused: full.resolve }))
  onTestFinished(async () => {
    ended.abort()
    await Promise.all(trickling)
  })
  const form = youthForm(applicant, { country: country?.key, _student_card_base64: pdfOfSize(100_000) })
  // All places are taken once their own network gets none.
  await full.promise
  const headers = headersOf(token, '198.51.100.7')
  const answer = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(form) })
  expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }])
})
