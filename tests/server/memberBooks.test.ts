import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { TimelineKind } from '#contract/staff/members.ts'
import { audit } from '#server/services/audit.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { takePoints } from '#server/services/points/points.ts'
import { adjustPoints } from '#server/services/points/pointAdjustments.ts'
import { redeemToken } from '#server/services/membership/upgradeTokens.ts'
import { sha256 } from '#server/store/hash.ts'
import { noteSent } from '#server/store/mailOutbox.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newMember } from '#tests/support/members.ts'
import { newUpgradeToken } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { claimFor, issueTickets } from '#tests/support/tickets.ts'

const { api, staff, ada } = await staffedApi('membership')
const now = new Date()

async function booksOf(memberId: string) {
  const { books } = await staff.call(endpoints.memberBooks, { memberId }, ada)
  return books
}

/** A member with an entry of each kind, and the text of the token that made them Red. */
async function busyMember() {
  const member = await newMember(api.db)
  const { id, email } = member
  for (const ticket of await issueTickets(api.db, { count: 2 })) await claimFor(api.db, ticket, id)
  const token = await newUpgradeToken(api.db, 'sc', { tier: 'Red' })
  const redeeming = { kind: 'sc', token, memberId: id, email, now, pointsExpiryMonths: null } as const
  expect(await redeemToken(api.serverDb, redeeming)).toBe('done')
  const reason = 'The hall was too cold'
  const grant = { kind: 'grant', member: email, points: 300, type: 'Bulk Import', reason, isDryRun: false } as const
  await adjustPoints(asStaff(api.serverDb), { ...grant, pointsExpiryMonths: null, now })
  const refNo = `R-${id.slice(0, 8)}`
  await inTransaction(api.db, async (transaction) => {
    const cause = { memberId: id, code: 'Reward Redemption', reference: refNo, now }
    const taken = await takePoints(transaction, cause, 400)
    if (taken.kind === 'short') throw new Error('Too few points')
    const vouchers = [{ code: `V-${id.slice(0, 8)}`, expiresAt: null }]
    const what = { alias: `mug-${id}`, quantity: 1, refNo, delivery: 'Email', address: null, vouchers } as const
    await addRedemption(transaction, { entryId: taken.entryId, ...what })
    await transaction.insertInto('reward_stock').values({ alias: what.alias, stock: 5, redeemed: 1 }).execute()
  })
  return { member, token, refNo, reason }
}

async function timelineOf(memberId: string, kind?: TimelineKind) {
  const items = []
  let before: { at: string; key: string } | undefined
  for (;;) {
    const page = await staff.call(endpoints.memberTimeline, { memberId, kind, before }, ada)
    items.push(...page.items)
    if (page.next === null) return items
    expect(page.items).toHaveLength(30)
    before = page.next
  }
}

test('A mail that was sent belongs to whoever had the address then, and a ticket’s number may have any sign', async () => {
  const [before, after] = [await newMember(api.db), await newMember(api.db)]
  const mail = { kind: 'member_suspended', facts: JSON.stringify({ reason: 'Private' }), recipient: before.email }
  const { id } = await api.db
    .insertInto('mailbox')
    .values({ ...mail, language: 'en', due_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteSent(api.db, id, true)
  const setEmail = (member: { id: string }, email: string) =>
    api.db.updateTable('members').set({ email }).where('id', '=', member.id).execute()
  await setEmail(before, `moved-${before.email}`)
  await setEmail(after, before.email)
  expect(await timelineOf(before.id, 'mail')).toMatchObject([{ mail: 'member_suspended', state: 'sent' }])
  expect(await timelineOf(after.id, 'mail')).toEqual([])
  const place = { at: now.toISOString().replace('Z', '000Z'), key: 'scan 2026/11 座A' }
  expect(await staff.call(endpoints.memberTimeline, { memberId: after.id, before: place }, ada)).toMatchObject({
    next: null,
  })
})

test('The timeline tells everything that has happened to a member once, newest first, and nothing of another', async () => {
  const { member, token, refNo, reason } = await busyMember()
  await busyMember()
  await api.db
    .insertInto('sent_mails')
    .values({ kind: 'tier_given', facts: null, recipient: member.email, member_id: member.id, created_at: now })
    .execute()
  await api.dependencies.addMail(
    api.db,
    { email: member.email, language: 'en', name: null },
    { kind: 'member_suspended', reason },
  )
  const items = await timelineOf(member.id)
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
  for (const due of [
    { kind: 'membership', tier: null, source: null },
    { kind: 'membership', tier: 'Red', source: 'sc' },
    { kind: 'scan', points: 100, amount: 100 },
    { kind: 'points', code: 'Upgrade to Red', points: 1000, by: null },
    { kind: 'points', code: 'Bulk Import', points: 300, cause: reason, by: expect.stringContaining('cli:') },
    { kind: 'reward', refNo, points: -400, quantity: 1 },
    { kind: 'mail', mail: 'tier_given', state: 'sent' },
    { kind: 'mail', mail: 'member_suspended', state: 'kept' },
  ])
    expect(items).toContainEqual(expect.objectContaining(due))
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(
    ['mail', 'mail', 'membership', 'membership', 'points', 'points', 'reward', 'scan', 'scan'].toSorted(),
  )
  expect(await timelineOf(member.id, 'look')).toMatchObject([{ action: 'member_read', by: ada.email }])
  expect(await timelineOf(member.id, 'act')).toMatchObject([{ action: 'points_grant', reason, isUndone: false }])
  for (const secret of [token, sha256(token)]) expect(JSON.stringify(items)).not.toContain(secret)
  expect(await timelineOf(randomUUID())).toEqual([])
})

test('A long timeline comes in pages, without a gap where many things happened at one moment', async () => {
  const member = await newMember(api.db)
  const at = new Date('2026-03-01T10:00:00Z')
  const entries = Array.from({ length: 70 }, () => ({ code: 'Bulk Import', points: 1, at }) as const)
  await addEntries(api.db, member.id, entries)
  const items = await timelineOf(member.id, 'points')
  const balances = items.map((item) => (item.kind === 'points' ? item.balance : null))
  expect(new Set(balances)).toEqual(new Set(Array.from({ length: 70 }, (_, index) => index + 1)))
  expect(balances).toHaveLength(70)
})

test('Staff see what a member has, sound, and no secret', async () => {
  const { member, token, refNo } = await busyMember()
  await busyMember()
  const { body, status } = await staff.send(endpoints.memberBooks, { memberId: member.id }, { cookie: ada.cookie })
  expect(status).toBe(200)
  expect(body['books']).toMatchObject({
    member: { email: member.email, name: expect.stringContaining(member.firstName) },
    points: 1101,
    redemptions: [{ refNo, vouchers: [{ code: `V-${member.id.slice(0, 8)}`, expiresAt: null, usedAt: null }] }],
    differences: [],
  })
  const { compared } = await audit(api.serverDb, member.id)
  expect(compared).toMatchObject({ entries: 5, buckets: 4, claims: 2, payments: 0 })
  for (const secret of [token, sha256(token), 'password_hash']) expect(JSON.stringify(body)).not.toContain(secret)
})

test('A member whose books disagree is reported with each difference, and another one is not', async () => {
  const { member } = await busyMember()
  const other = await busyMember()
  await api.db.connection().execute(async (connection) => {
    // Only the superuser of the database can do this: it leaves out triggers and constraints.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`update point_buckets set remaining = remaining - 7 where remaining > 7 and member_id = ${member.id}
      and id = (select max(id) from point_buckets where member_id = ${member.id})`.execute(connection)
    await sql`delete from ticket_claims where member_id = ${member.id}
      and ticket_no = (select min(ticket_no) from ticket_claims where member_id = ${member.id})`.execute(connection)
    await sql`update upgrade_tokens set used_at = null, used_by = null where used_by = ${member.id}`.execute(connection)
    await sql`update reward_stock set redeemed = 2 where alias = ${`mug-${member.id}`}`.execute(connection)
    await sql`delete from vouchers where code = ${`V-${member.id.slice(0, 8)}`}`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
  const found = (await booksOf(member.id))?.differences ?? []
  for (const difference of ['member ', 'bucket ', 'ticket ', 'upgrade by sc ', 'reward mug-', 'redemption '])
    expect(found.filter((line) => line.startsWith(difference))).toHaveLength(1)
  expect(found).toHaveLength(6)
  expect(await booksOf(other.member.id)).toMatchObject({ differences: [] })
})

test('There are no books of an unknown member', async () => {
  expect(await booksOf(randomUUID())).toBeNull()
})
