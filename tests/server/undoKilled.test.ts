import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestOf, StaffEndpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { newReference } from '#server/services/codes.ts'
import { takePoints } from '#server/services/points/points.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { createMailServer, headerOf, type MailServer } from '#tests/support/mailServer.ts'
import { newMember } from '#tests/support/members.ts'
import { patient } from '#tests/support/patience.ts'
import { freePort } from '#tests/support/ports.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { newStaff, staffCookieOf, type TestStaff } from '#tests/support/staffSignIn.ts'
import { startTwoServers, type TwoServers } from '#tests/support/twoServers.ts'
import { endUndo } from '#tests/support/undo.ts'

let club: TwoServers
let mailServer: MailServer
let staff: TestStaff
beforeAll(async () => {
  const port = await freePort()
  mailServer = createMailServer(port)
  await mailServer.listen()
  club = await startTwoServers({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Club Bravo <hello@club.example>' },
  })
  staff = await newStaff(club.db, ['fulfilment'])
})
afterAll(async () => {
  await club.close()
  await mailServer.close()
})

async function call<E extends StaffEndpoint>(server: RunningServer, endpoint: E, request: RequestOf<E>) {
  const cookie = await staffCookieOf(club.db, club.servers[0].origin, staff)
  const headers = { cookie, 'content-type': 'application/json' }
  const address = `http://127.0.0.1:${server.port}${endpoint.path}`
  const answer = await fetch(address, { method: endpoint.method, headers, body: JSON.stringify(request) })
  return v.parse<E['answer']>(endpoint.answer, await answer.json())
}

/** A parcel that was sent at a server; with its act, where it is, and the mails that have gone out about it. */
async function sentAt(server: RunningServer) {
  const { id, email } = await newMember(club.db)
  await addEntries(club.db, id, [{ code: 'Bulk Import', points: 500, at: new Date() }])
  const refNo = newReference()
  await inTransaction(club.db, async (transaction) => {
    const cause = { memberId: id, code: 'Reward Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, 400)
    if (taken.kind === 'short') throw new Error('Too few points')
    const what = {
      alias: 'tote',
      quantity: 1,
      refNo,
      delivery: 'Mail',
      address: { country: 'hk' },
      vouchers: [],
    } as const
    await addRedemption(transaction, { entryId: taken.entryId, ...what })
  })
  const { marked } = await call(server, endpoints.markParcels, { refNos: [refNo], state: 'sent', tracking: null })
  const act = marked[0]?.kind === 'marked' ? marked[0].undo?.act : undefined
  if (act === undefined) throw new Error('There is nothing to undo')
  const isSent = async () => {
    const found = await club.db
      .selectFrom('parcels')
      .innerJoin('redemptions', 'redemptions.transaction_id', 'parcels.transaction_id')
      .select('state')
      .where('ref_no', '=', refNo)
      .execute()
    return found.length > 0
  }
  const mails = () => mailServer.mails.filter((mail) => headerOf(mail, 'To') === email).length
  return { act, isSent, mails }
}

const undo = async (server: RunningServer, act: string) =>
  (await call(server, endpoints.undoActs, { acts: [act] })).undone[0]?.kind

test('A server that is killed while it undoes has undone nothing; another one undoes it, or sends the mail, never both', async () => {
  const [killed, other] = club.servers
  const [mistake, meant] = [await sentAt(killed), await sentAt(killed)]

  // The undoing has taken back the mail and the parcel, and waits for this lock before it says who did it.
  await club.db.transaction().execute(async (transaction) => {
    await sql`lock table staff_acts in exclusive mode`.execute(transaction)
    const undoing = [mistake, meant].map(({ act }) => undo(killed, act).catch(() => 'cut off'))
    const waiting = () =>
      sql`select 1 from pg_locks where not granted and relation = 'staff_acts'::regclass`
        .execute(transaction)
        .then(({ rows }) => rows.length)
    await expect.poll(waiting, { timeout: patient(60_000) }).toBe(2)
    await killed.kill()
    expect(await Promise.all(undoing)).toEqual(['cut off', 'cut off'])
  })
  expect([await mistake.isSent(), await meant.isSent()]).toEqual([true, true])

  expect(await undo(other, mistake.act)).toBe('undone')
  expect(await mistake.isSent()).toBe(false)
  await endUndo(club.db)
  await club.db.updateTable('mailbox').set({ due_at: new Date() }).where('due_at', 'is not', null).execute()
  await expect.poll(meant.mails, { timeout: patient(30_000) }).toBe(1)
  expect(await undo(other, meant.act)).toBe('over')
  expect([await meant.isSent(), meant.mails(), mistake.mails()]).toEqual([true, 1, 0])
})
