import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMaintenance } from '#server/maintenance/maintenance.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

const hour = 60 * 60 * 1000

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** What a stranger can leave behind by the thousand: each table, and how its rows are told apart. */
const tables = {
  identity_payloads: 'id',
  identity_links: 'token_hash',
  password_resets: 'token_hash',
  email_changes: 'token_hash',
  spent_id_tokens: 'hash',
} as const

async function leave(key: string, expiresAt: Date, accountId: string): Promise<void> {
  const row = { account_id: accountId, token_hash: key, expires_at: expiresAt }
  const payload = { model: 'Interaction', payload: '{}', expires_at: expiresAt }
  const begun = Array.from({ length: 2_500 }, (_, index) => ({ ...payload, id: `${key}-${index}` }))
  await api.db.insertInto('identity_payloads').values(begun).execute()
  await api.db.insertInto('identity_links').values(row).execute()
  await api.db.insertInto('password_resets').values(row).execute()
  await api.db
    .insertInto('email_changes')
    .values({ ...row, email: 'new@club.example', password_hash: 'of the account' })
    .execute()
  await api.db.insertInto('spent_id_tokens').values({ hash: key, expires_at: expiresAt }).execute()
}

test('Sign-ins that were begun, links and spent tokens are deleted once they have expired, however many there are', async () => {
  const { id } = await newMember(api.db)
  const member = api.db.selectFrom('members').select('provider_subject').where('id', '=', id)
  const { provider_subject: accountId } = await member.executeTakeFirstOrThrow()
  const [old, good] = [randomUUID(), randomUUID()]
  await leave(old, new Date(Date.now() - 8 * 24 * hour), accountId)
  await leave(good, new Date(Date.now() + hour), accountId)
  const errors: string[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (line: string) => void errors.push(line) }
  const config = { settleMinutes: 60, pointsExpiryMonths: null, smtpUrl: null, origin: 'https://club.test' }
  await startMaintenance(api.db, config, log)()
  expect(errors).toEqual([])
  const left: Record<string, { old: number; good: number }> = {}
  for (const [table, column] of Object.entries(tables)) {
    const { rows } = await sql<{ key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)}`.execute(
      api.db,
    )
    const count = (beginning: string) => rows.filter(({ key }) => key.startsWith(beginning)).length
    left[table] = { old: count(old), good: count(good) }
  }
  const one = { old: 0, good: 1 }
  expect(left).toEqual({
    identity_payloads: { old: 0, good: 2_500 },
    identity_links: one,
    password_resets: one,
    email_changes: one,
    spent_id_tokens: one,
  })
})
