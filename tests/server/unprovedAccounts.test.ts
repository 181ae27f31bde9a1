import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { forgetUnprovedAccounts } from '#server/services/membership/unprovedAccounts.ts'
import { purgeMails } from '#server/store/mailOutbox.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { asStaff, testActor } from '#tests/support/staff.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day)

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function age({ id, email }: TestMember, days: number): Promise<void> {
  await sql`update members set created_at = ${ago(days)} where id = ${id}`.execute(api.db)
  await sql`update identity_accounts set created_at = ${ago(days)} where email = ${email}`.execute(api.db)
}

/** Which of them the club and its identity provider still have. */
async function left(members: readonly TestMember[]): Promise<boolean[][]> {
  const emails = members.map(({ email }) => email)
  const found = await api.db.selectFrom('members').select('email').where('email', 'in', emails).execute()
  const accounts = await api.db.selectFrom('identity_accounts').select('email').where('email', 'in', emails).execute()
  return emails.map((email) => [found, accounts].map((rows) => rows.some((row) => row.email === email)))
}

const emailOf = (id: string) => `${id}@club.example`
const forget = () => forgetUnprovedAccounts(asStaff(api.serverDb), new Date())

test('An account whose address nobody has proved is deleted after 90 days, with everything of it', async () => {
  const [old, young, proved] = [
    await newMember(api.db, { verified: false }),
    await newMember(api.db, { verified: false }),
    await newMember(api.db),
  ]
  for (const member of [old, proved]) await age(member, 91)
  await age(young, 89)
  const token = await api.signIn(old.id)
  await api.call(endpoints.updateProfile, { first_name: 'Ada' }, { token })
  expect(await forget()).toEqual({ deleted: 1, failures: [] })
  expect(await left([old, young, proved])).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
  const answers = api.db.selectFrom('idempotency_keys').select('key').where('member_id', '=', old.id)
  expect(await answers.execute()).toEqual([])
  const acts = api.db.selectFrom('staff_acts').select(['actor', 'action', 'subject_kind', 'subject_id', 'member_id'])
  expect(await acts.execute()).toEqual([
    { actor: testActor, action: 'account_forget', subject_kind: 'account', subject_id: old.id, member_id: old.id },
  ])
  expect(await forget()).toEqual({ deleted: 0, failures: [] })
})

test('Whoever can still prove the address by a mailed link stays until the link has ended', async () => {
  const member = await newMember(api.db, { verified: false })
  await age(member, 91)
  const account = await api.db
    .selectFrom('identity_accounts')
    .select('id')
    .where('email', '=', member.email)
    .executeTakeFirstOrThrow()
  const link = { token_hash: randomUUID(), account_id: account.id, expires_at: new Date(Date.now() + day) }
  await api.db.insertInto('identity_links').values(link).execute()
  expect(await forget()).toEqual({ deleted: 0, failures: [] })
  await api.db
    .updateTable('identity_links')
    .set({ expires_at: ago(1) })
    .where('account_id', '=', account.id)
    .execute()
  expect(await forget()).toEqual({ deleted: 1, failures: [] })
})

test('Whoever has points or has ordered something stays', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  await scanAndConfirm(api, token, (await issueTicket(api.db)).code)
  const unproved = { email_verified: false, provider_email_verified: false }
  await api.db.updateTable('members').set(unproved).where('id', '=', member.id).execute()
  await api.db
    .updateTable('identity_accounts')
    .set({ email_verified: false })
    .where('email', '=', member.email)
    .execute()
  await age(member, 400)
  expect(await forget()).toEqual({ deleted: 0, failures: [] })
  expect(await left([member])).toEqual([[true, true]])
})

test('An account that never came to the club is deleted, too, unless a mailed link still proves it', async () => {
  const [abandoned, asked] = [randomUUID(), randomUUID()]
  const account = { password_hash: 'none', created_at: ago(91) }
  for (const id of [abandoned, asked])
    await api.db
      .insertInto('identity_accounts')
      .values({ ...account, id, email: emailOf(id) })
      .execute()
  const link = { account_id: asked, token_hash: asked, expires_at: new Date(Date.now() + day) }
  await api.db.insertInto('identity_links').values(link).execute()
  expect(await forget()).toEqual({ deleted: 1, failures: [] })
  const rows = await api.db.selectFrom('identity_accounts').select('id').where('id', 'in', [abandoned, asked]).execute()
  expect(rows).toEqual([{ id: asked }])
})

test('What is purged goes in batches, however much there is', async () => {
  const mail = {
    kind: 'account_exists',
    facts: '{}',
    recipient: 'nobody@club.example',
    language: 'en',
    created_at: ago(40),
  }
  await api.db
    .insertInto('mailbox')
    .values(Array.from({ length: 2500 }, () => mail))
    .execute()
  await purgeMails(api.serverDb, ago(30))
  expect(await api.db.selectFrom('mailbox').select('id').where('recipient', '=', mail.recipient).execute()).toEqual([])
})
