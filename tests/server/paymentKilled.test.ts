import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { pointsOf } from '#tests/support/members.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { newDataFolder } from './testApi.ts'

/** A club whose server can be killed and started again on the same data. */
async function startClub() {
  const { dataDir, remove } = await newDataFolder()
  let server = await startServer({ dataDir, environment: { SEED: 'none' } })
  const { db, close } = await openClubDatabase(dataDir)
  onTestFinished(async () => {
    await close()
    await server.stop()
    await remove()
  })
  return {
    db,
    server: () => server,
    restart: async () => {
      server = await startServer({ dataDir, environment: { SEED: 'none' } })
    },
  }
}

function postForm(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

/** Orders a membership, and opens its payment page at the simulator. Resolves to the page's address. */
async function openCardPage({ origin }: RunningServer, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const ordered = await fetch(`${origin}/api/club-bravo/tier-payment`, { method: 'POST', headers, body: '{}' })
  const { payment_gateway_params: form } = v.parse(endpoints.tierPayment.answer, await ordered.json())
  const started = await postForm(form.action, { ...form.fields, ...form.localized.en })
  return new URL(started.headers.get('location') ?? '', origin).href
}

test('A server that is killed between a payment’s report and its commit has stored nothing, and gives the membership when the report comes again', async () => {
  const club = await startClub()
  const { id } = await newPayer(club.db)
  const card = await openCardPage(club.server(), await giveToken(club.db, id))
  const count = async (table: 'payments' | 'memberships') =>
    (await club.db.selectFrom(table).selectAll().execute()).length

  // The report's transaction has taken the payment and waits for this lock with everything else undone.
  await club.db.transaction().execute(async (transaction) => {
    await sql`lock table memberships in exclusive mode`.execute(transaction)
    const paying = postForm(card, { card: '4111111111111111', action: 'pay' }).catch(() => null)
    const waiting = () =>
      sql`select 1 from pg_locks where not granted and relation = 'memberships'::regclass`
        .execute(transaction)
        .then(({ rows }) => rows.length)
    await expect.poll(waiting).toBeGreaterThan(0)
    await club.server().kill()
    await paying
  })
  expect([await count('payments'), await count('memberships'), await pointsOf(club.db, id)]).toEqual([0, 0, 0])

  await club.restart()
  // The killed process had taken the report for some seconds.
  await club.db.updateTable('simulated_payments').set({ due_at: new Date() }).execute()
  await expect.poll(() => count('memberships')).toBe(1)
  expect([await count('payments'), await pointsOf(club.db, id)]).toEqual([1, 1000])
  const { state } = await club.db.selectFrom('payment_orders').select('state').executeTakeFirstOrThrow()
  expect(state).toBe('paid')
})
