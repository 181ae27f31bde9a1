import { expect, onTestFinished, test } from 'vitest'
import { createStore } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { asStaff, testActor } from '#tests/support/staff.ts'
import { testApi } from './testApi.ts'

test('What is done as an actor, as by a command, leaves no connection open when its store closes', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  const { db, close, connections } = createStore({ url: api.database.url, log: () => undefined })
  const acting = asStaff(db)
  await acting.selectFrom('members').select('id').execute()
  await inTransaction(acting, (transaction) => transaction.selectFrom('members').select('id').execute())
  expect(connections().open).toBeGreaterThan(0)
  await close()
  expect(connections().open).toBe(0)
})

test('A transaction of an actor that the database refuses runs again, as theirs', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  const names: string[] = []
  await inTransaction(asStaff(api.serverDb), async ({ actor }) => {
    names.push(actor.name)
    await Promise.resolve()
  })
  expect(names).toEqual([testActor, testActor])
})
