import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { expirePointsOf, givePoints, takePoints } from '#server/services/points/points.ts'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import { lockMember } from '#server/store/members/members.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

const day = 24 * 60 * 60 * 1000

let api: TestApi
beforeAll(async () => {
  api = await testApi({ pointsExpiryMonths: 12 })
})
afterAll(() => api.close())

type Command =
  | { kind: 'credit'; points: number; lastsDays: number | null }
  | { kind: 'debit'; points: number }
  | { kind: 'wait'; days: number }

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('credit' as const),
    points: fc.integer({ min: 0, max: 300 }),
    lastsDays: fc.option(fc.integer({ min: 1, max: 30 })),
  }),
  fc.record({ kind: fc.constant('debit' as const), points: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 15 }) }),
)

const nextCause = (memberId: string, now: Date) => ({ memberId, code: 'Bulk Import', reference: randomUUID(), now })

async function carryOut(memberId: string, command: Exclude<Command, { kind: 'wait' }>, now: Date): Promise<number> {
  return inTransaction(api.db, async (transaction) => {
    await lockMember(transaction, memberId)
    const cause = nextCause(memberId, now)
    if (command.kind === 'debit') {
      const outcome = await takePoints(transaction, cause, command.points)
      return outcome.kind === 'taken' ? -command.points : 0
    }
    const expiresAt = command.lastsDays === null ? null : new Date(now.getTime() + command.lastsDays * day)
    await givePoints(transaction, cause, command.points, expiresAt)
    return command.points
  })
}

/** Repeats a command whose wait for the member's lock was given up, as the sender does when it is told to come back. */
async function carryOutAtLast(...command: Parameters<typeof carryOut>): Promise<number> {
  for (;;) {
    try {
      return await carryOut(...command)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
    }
  }
}

async function readBuckets(memberId: string) {
  return api.db.selectFrom('point_buckets').selectAll().where('member_id', '=', memberId).execute()
}

async function partsOfDebits(memberId: string) {
  return api.db
    .selectFrom('point_transactions')
    .innerJoin('point_bucket_debits', 'point_bucket_debits.transaction_id', 'point_transactions.id')
    .select(({ fn }) => ['point_transactions.delta_balance as delta', fn.sum<string>('amount').as('parts')])
    .where('member_id', '=', memberId)
    .groupBy(['point_transactions.id', 'point_transactions.delta_balance'])
    .execute()
}

test('Balance, entries, buckets and debit parts always match after any earning, spending and expiry', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { maxLength: 12 }), async (history) => {
      const { id } = await newMember(api.db)
      let now = new Date('2026-01-01T00:00:00Z')
      for (const command of history) {
        if (command.kind === 'wait') {
          now = new Date(now.getTime() + command.days * day)
          await expirePointsOf(api.db, id, now)
        } else {
          await carryOut(id, command, now)
        }
        const balance = await pointsOf(api.db, id)
        const buckets = await readBuckets(id)
        const live = buckets.filter(({ expires_at: end }) => end === null || end > now)
        expect(live.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(balance)
        expect(balance).toBeGreaterThanOrEqual(0)
        expect(buckets.every(({ remaining, earned }) => remaining >= 0 && remaining <= earned)).toBe(true)
      }
      for (const { delta, parts } of await partsOfDebits(id)) expect(Number(parts)).toBe(-delta)
    }),
    { numRuns: 40 },
  )
})

test('30 debits at once never spend more than the balance', async () => {
  const { id } = await newMember(api.db)
  await carryOut(id, { kind: 'credit', points: 1000, lastsDays: null }, new Date())
  const spent = await Promise.all(
    Array.from({ length: 30 }, () => carryOutAtLast(id, { kind: 'debit', points: 70 }, new Date())),
  )
  expect(spent.filter((delta) => delta === -70)).toHaveLength(14)
  expect(await pointsOf(api.db, id)).toBe(20)
})

test('The ledger is append-only: the database refuses to change or delete an entry', async () => {
  const member = await newMember(api.db)
  const ticket = await issueTicket(api.db)
  await scanAndConfirm(api, await api.signIn(member.id), ticket.code)
  await carryOut(member.id, { kind: 'debit', points: 10 }, new Date())
  const attempts = [
    api.db.updateTable('point_transactions').set({ delta_balance: 1_000_000 }).where('member_id', '=', member.id),
    api.db.deleteFrom('point_transactions').where('member_id', '=', member.id),
    api.db.updateTable('point_bucket_debits').set({ amount: 1 }),
    api.db.deleteFrom('point_bucket_debits'),
  ]
  for (const attempt of attempts) await expect(attempt.execute()).rejects.toThrow('append-only')
  expect(await pointsOf(api.db, member.id)).toBe(ticket.amount - 10)
})

test('The database refuses a second entry for one cause', async () => {
  const { id } = await newMember(api.db)
  const cause = { memberId: id, code: 'Completed Profile', reference: id, now: new Date() }
  const grant = () => inTransaction(api.db, (transaction) => givePoints(transaction, cause, 500, null))
  await grant()
  await expect(grant()).rejects.toThrow('duplicate key')
  expect(await pointsOf(api.db, id)).toBe(500)
})

test('Points expire at the end of a Hong Kong day, are debited once, and users/me always adds up', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const ticket = await issueTicket(api.db)
  await scanAndConfirm(api, token, ticket.code)
  const me = async () => (await api.call(endpoints.me, {}, { token })).body['user']
  expect(await me()).toMatchObject({ availablePoints: ticket.amount, point_buckets: [{ remaining: ticket.amount }] })

  const [bucket] = await readBuckets(member.id)
  const end = bucket?.expires_at
  if (!end) throw new Error('The points do not expire')
  expect(end.getUTCHours()).toBe(16)
  await api.db
    .updateTable('sessions')
    .set({ expires_at: new Date(end.getTime() + day) })
    .where('member_id', '=', member.id)
    .execute()
  api.setTime(end)
  const answers = await Promise.all(Array.from({ length: 8 }, me))
  api.setTime(null)
  for (const user of answers)
    expect(user).toMatchObject({
      availablePoints: 0,
      member_profile: { available_points: 0 },
      point_buckets: [],
      point_transactions: [
        { description: 'Points Expired', delta_balance: -ticket.amount, ticket_no: null },
        { description: 'Scan ticket', delta_balance: ticket.amount, ticket_no: ticket.ticketNo },
      ],
    })
  expect(await pointsOf(api.db, member.id)).toBe(0)
})
