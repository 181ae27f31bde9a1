import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TransactionKind, transactionKinds } from '#contract/member/points.ts'
import type { Database } from '#server/store/tables.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const spending = new Set<string>(['reward', 'miles', 'expired'] satisfies TransactionKind[])
const types = Object.entries(transactionKinds).flatMap(([kind, codes]) =>
  codes.map((code) => ({ code, points: spending.has(kind) ? -1 : 0 })),
)

class Undo extends Error {}

/** Adds an entry and takes it back, before the checks that need its buckets. */
async function tryEntry(memberId: string, { code, points }: { code: string; points: number }): Promise<unknown> {
  return api.serverDb
    .transaction()
    .execute(async (transaction: Transaction<Database>) => {
      await transaction
        .insertInto('point_transactions')
        .values({ member_id: memberId, code, reference: `a test of ${code}`, delta_balance: points })
        .execute()
      throw new Undo()
    })
    .catch((error: unknown) => error)
}

test('The database takes every type of point transaction of the contract, and no other', async () => {
  const { id } = await newMember(api.db)
  for (const type of types) expect([type.code, await tryEntry(id, type)]).toEqual([type.code, expect.any(Undo)])
  for (const code of ['', 'scan ticket', 'Scan ticket ', 'Birthday Triple Points'])
    expect(String(await tryEntry(id, { code, points: 0 }))).toContain('point_transactions_code')
})

test('The database knows no type that the contract does not know', async () => {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'point_transactions_code'`.execute(
    api.db,
  )
  const known = [...(rows[0]?.check ?? '').matchAll(/'([^']+)'::text/g)].map(([, code]) => code)
  expect(new Set(known)).toEqual(new Set(types.map(({ code }) => code)))
})
