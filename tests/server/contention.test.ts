import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import { lockMember } from '#server/store/members/members.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { freePort } from '#tests/support/ports.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

async function startClub(environment: Record<string, string> = {}) {
  const server = await startServer({ environment })
  onTestFinished(server.stop)
  const club = await openClubDatabase(server.dataDir)
  onTestFinished(club.close)
  return { server, db: club.db }
}

const post = (server: RunningServer, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const statusOf = async (server: RunningServer, path: string) => (await fetch(server.origin + path)).status

test('The health check answers while every connection of the requests waits for a few members', async () => {
  const { server, db } = await startClub()
  const members = await Promise.all(Array.from({ length: 8 }, () => newMember(db)))
  const tokens = await Promise.all(members.map(({ id }) => giveToken(db, id)))

  const locked = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const holding = inTransaction(db, async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    for (const { id } of members) await lockMember(transaction, id)
    locked.resolve(undefined)
    await release.promise
  })
  await locked.promise
  const releasing = new AbortController()
  const letGo = async () => {
    releasing.abort()
    release.resolve(undefined)
    await holding
  }
  onTestFinished(letGo)
  const scan = (token: string) =>
    post(
      server,
      '/api/club-bravo/scan-ticket',
      { qrcode: 'a code' },
      { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    )
  // A scan waits for three seconds at most: phones that try again keep the connections busy.
  const scans = Array.from({ length: 60 }, async (_none, index) => {
    const token = tokens[index % tokens.length] ?? ''
    const statuses = []
    while (!releasing.signal.aborted) statuses.push((await scan(token)).status)
    return statuses
  })
  await expect.poll(() => waitingFor(db), { interval: 20 }).toBe(20)
  expect(await statusOf(server, '/readyz')).toBe(200)
  await letGo()
  const statuses = new Set((await Promise.all(scans)).flat())
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
})

test('A member whose calls all wait takes some of the connections only, and others have theirs', async () => {
  const { server, db } = await startClub()
  const [member, other] = [await newMember(db), await newMember(db)]
  const [token, otherToken] = [await giveToken(db, member.id), await giveToken(db, other.id)]
  const locked = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const holding = inTransaction(db, async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    await lockMember(transaction, member.id)
    locked.resolve(undefined)
    await release.promise
  })
  await locked.promise
  const letGo = async () => {
    release.resolve(undefined)
    await holding
  }
  onTestFinished(letGo)
  const call = (as: string, path: string) =>
    post(
      server,
      `/api/club-bravo/${path}`,
      { qrcode: 'a code' },
      { authorization: `Bearer ${as}`, 'idempotency-key': randomUUID() },
    )
  // The first says whose the token is.
  await fetch(`${server.origin}/api/club-bravo/users/me`, { headers: { authorization: `Bearer ${token}` } })
  const scans = Array.from({ length: 60 }, () => call(token, 'scan-ticket'))
  await expect.poll(() => waitingFor(db), { interval: 20 }).toBe(4)
  for (let count = 0; count < 20; count += 1) expect((await call(otherToken, 'scan-ticket')).status).toBe(200)
  // Those that have waited for too long make room for the next ones: less for a moment, and never more.
  expect(await waitingFor(db)).toBeLessThanOrEqual(4)
  await expect.poll(() => waitingFor(db), { interval: 20 }).toBe(4)
  await letGo()
  const statuses = (await Promise.all(scans)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
})

/** Makes the next call that ends with its answer stored take four seconds, which holds what it has locked. */
const delayNextAnswer = (db: Kysely<Database>) =>
  sql
    .raw(
      `create sequence if not exists stored_answers;
      create or replace function delay_first_answer() returns trigger language plpgsql security definer as $$
        begin
          if nextval('public.stored_answers') = 1 then perform pg_sleep(4); end if;
          return new;
        end $$;
      create or replace trigger delayed before update on idempotency_keys for each row
        execute function delay_first_answer();
      alter sequence stored_answers restart;`,
    )
    .execute(db)

test('Fifty want the last seat and the last piece while the database is slow: one gets it, the others hear it is gone', async () => {
  const { server, db } = await startClub()
  await sql`update event_places set places = taken + 1 where alias = 'sing-hallelujah'`.execute(db)
  await sql`update reward_stock set stock = redeemed + 1 where alias = 'interval-drink'`.execute(db)
  const contents = await db.selectFrom('contents').select(['id', 'key']).execute()
  const idOf = (alias: string) => String(contents.find(({ key }) => key === alias)?.id)
  const members = await Promise.all(Array.from({ length: 50 }, () => newMember(db)))
  for (const { id } of members) await addEntries(db, id, [{ code: 'Bulk Import', points: 200, at: new Date() }])
  const tokens = await Promise.all(members.map(({ id }) => giveToken(db, id)))
  const redeeming = { quantity: 1, delivery_method: 'On-site pick-up', expected_points: 200 }
  for (const [path, body, one, others] of [
    [
      'register-event',
      { event_id: idOf('sing-hallelujah'), quantity: 1 },
      eventMessages.registered,
      eventMessages.eventFull,
    ],
    ['redeem', { item_id: idOf('interval-drink'), ...redeeming }, redeemMessages.redeemed, redeemMessages.outOfStock],
  ] as const) {
    await delayNextAnswer(db)
    const answers = await Promise.all(
      tokens.map(async (token) => {
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
        const response = await post(server, `/api/club-bravo/${path}`, body, headers)
        const { message } = v.parse(v.object({ message: v.string() }), await response.json())
        return `${response.status} ${message}`
      }),
    )
    const fair = [one, ...Array.from({ length: 49 }, () => others)].map((message) => `200 ${message}`)
    expect(answers.toSorted()).toEqual(fair.toSorted())
  }
})

/** How many connections wait for a lock. */
async function waitingFor(db: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct pid)::int as waiting from pg_locks where not granted`.execute(db)
  return rows[0]?.waiting
}

test('An identity provider that hangs delays nobody but those who sign in', async () => {
  const port = await freePort()
  const sockets = new Set<Socket>()
  const hanging = createServer((socket) => void sockets.add(socket))
  hanging.listen(port, '127.0.0.1')
  await once(hanging, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    hanging.close()
  })
  const { server } = await startClub({ OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'club' })
  const idToken = `${Buffer.from('{"alg":"RS256","kid":"one"}').toString('base64url')}.e30.c2ln`
  let isAnswered = false
  const signIns = Array.from({ length: 25 }, async (_, index) => {
    const body = { login: `member-${index}@club.example`, password: 'subject', id_token: idToken }
    const { status } = await post(server, '/api/auth/login', body)
    isAnswered = true
    return status
  })
  const paths = ['/readyz', '/api/club-bravo/static-contents', '/api/club-bravo/list-redeem-items']
  for (const path of paths) expect(await statusOf(server, path)).toBe(200)
  expect(isAnswered).toBe(false)
  const statuses = await Promise.all(signIns)
  expect(statuses.every((status) => status === 401 || status === 503)).toBe(true)
})
