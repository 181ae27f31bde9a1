import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { withParameter } from '#server/database/databaseUrl.ts'
import { findMember } from '#server/store/members/members.ts'
import { createStore } from '#server/store/store.ts'
import { newMember } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, testApi } from './testApi.ts'

test('A connection parses a statement once, however often it is asked', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  const { db, close } = createStore({ url: api.database.url, log: () => undefined, connections: 1 })
  onTestFinished(close)
  // A busy machine may give an idle connection back in between.
  const rows = await db.connection().execute(async (connection) => {
    for (const alias of ['first', 'second', 'third'])
      await connection.selectFrom('reward_stock').select('stock').where('alias', '=', alias).execute()
    const asked = sql<{ asked: number }>`select (generic_plans + custom_plans)::int as asked
      from pg_prepared_statements where statement like '%"reward_stock"%'`
    return (await asked.execute(connection)).rows
  })
  expect(rows).toEqual([{ asked: 3 }])
})

test('A connection prepares nothing where its address says so', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  const url = withParameter(api.database.url, 'prepared_statements', 'false')
  const { db, close } = createStore({ url, log: () => undefined, connections: 1 })
  onTestFinished(close)
  await db.selectFrom('reward_stock').select('stock').where('alias', '=', 'first').execute()
  expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([])
})

test('While servers run, tables can get columns: no call fails', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  const useIt = async () => {
    const ticket = await issueTicket(api.db)
    const key = randomUUID()
    expect((await scanAndConfirm(api, token, ticket.code, key)).body['status']).toBe('success')
    for (const endpoint of [endpoints.me, endpoints.listRedeemItems, endpoints.claimedTickets])
      expect((await api.call(endpoint, {}, { token })).status).toBe(200)
    expect(await findMember(api.serverDb, id)).toMatchObject({ id })
  }
  // PostgreSQL keeps a plan from the sixth time on.
  for (let time = 0; time < 7; time += 1) await useIt()
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(api.db)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} add column added_later text`.execute(api.db)
  await useIt()
})
