import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whoHas } from '#server/services/membership/registration.ts'
import { emailOrMobileQuery } from '#server/store/members/profiles.ts'
import { newMember } from '#tests/support/members.ts'
import { newOldMember } from '#tests/support/registrations.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
})
afterAll(() => api.close())

/**
 * Known as an earlier member, as an account, and not at all; by address, by number, and by number with its country
 * code.
 */
async function newContacts() {
  const user = await newMember(api.db)
  await api.db.updateTable('members').set({ mobile: '60000001' }).where('id', '=', user.id).execute()
  await newOldMember(api.db, { email: 'early@club.example', mobile: '60000002' })
  return {
    user: [user.email, '60000001', '85260000001'],
    existing: ['early@club.example', '60000002', '85260000002'],
    nobody: ['nobody@club.example', '60000003', '85260000003'],
  }
}

/** The statements that a look-up sends, without the text that is looked up. */
async function statementsOf(contact: string): Promise<string[]> {
  const statements: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node).replaceAll(JSON.stringify(contact), '"…"'))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await whoHas(api.db.withPlugin(recorder), contact)
  return statements
}

test('A look-up sends the same statements whether it finds an earlier member, an account, or nobody', async () => {
  const contacts = await newContacts()
  for (const [known, texts] of Object.entries(contacts))
    for (const text of texts) expect([text, await whoHas(api.db, text)]).toEqual([text, known])
  const [first = '', ...others] = Object.values(contacts).flat()
  const statements = await statementsOf(first)
  expect(statements).toHaveLength(1)
  expect(statements[0]).toContain('old_members')
  for (const other of others) expect(await statementsOf(other)).toEqual(statements)
})

/** As many people as a club has, for whom the planner chooses as it does there. */
async function addMany(): Promise<void> {
  await sql`insert into old_members (member_no, last_name, email, country_code, mobile, tier)
    select 'OLD' || n, 'Chan', n || '@old.example', '852', (60000000 + n)::text, 'Black'
    from generate_series(1, 5000) n`.execute(api.db)
  await sql`insert into members (id, email, provider_subject, mobile)
    select gen_random_uuid(), n || '@many.example', n::text, (70000000 + n)::text
    from generate_series(1, 5000) n`.execute(api.db)
  await sql`analyze old_members, members`.execute(api.db)
}

test('An address, a number, and a number with its country code are found by indexes, whichever it is', async () => {
  await addMany()
  const explained = sql<Record<string, string>>`explain ${emailOrMobileQuery('85260000001')}`
  const plan = (await explained.execute(api.db)).rows.flatMap((row) => Object.values(row)).join('\n')
  expect(plan).not.toContain('Seq Scan')
  for (const table of ['members', 'old_members'])
    for (const index of ['by_mobile', 'by_whole_mobile']) expect(plan).toContain(`on ${table}_${index}`)
})
