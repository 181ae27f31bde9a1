import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAccount, exportAccount, reopenAccount } from '#contract/member/closure.ts'
import { me } from '#contract/member/member.ts'
import { forgotPassword, resetPassword } from '#contract/member/password.ts'
import { completeDueClosures, undoClosureOf } from '#server/account/accountClosures.ts'
import { findDueClosures, reopenableMs } from '#server/store/members/accountClosures.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedIn() {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const close = (password = member.password) => api.call(closeAccount, { current_password: password }, { token })
  return { ...member, token, close }
}

const mailedToken = async (email: string) =>
  new URLSearchParams(new URL(linkIn(await lastMailTo(api.db, email))).hash.slice(1)).get('token') ?? ''
const reopen = (token: string) => api.call(reopenAccount, { token })
const rowOf = (id: string) => api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** The moment from which a closure of now can no longer be undone. */
const afterwards = () => new Date(Date.now() + reopenableMs + 1000)

test('A closed account has no sign-in, and the mailed link brings it back as it was, once', async () => {
  const { id, email, token, close } = await signedIn()
  await scanAndConfirm(api, token, (await issueTicket(api.db)).code)
  const before = await rowOf(id)
  expect(await close()).toMatchObject({ status: 200, body: { success: true, closes_at: expect.any(String) } })
  expect(await api.call(me, {}, { token })).toMatchObject({ status: 403, body: { message: 'inactive_account' } })
  const link = await mailedToken(email)
  expect((await reopen(link)).body).toEqual({ success: true })
  expect(await rowOf(id)).toEqual(before)
  expect((await api.call(me, {}, { token })).status).toBe(401)
  expect((await api.call(me, {}, { token: await api.signIn(id) })).body).toMatchObject({ user: { email } })
  expect((await reopen(link)).body).toMatchObject({ errors: { token: ['token is NOT valid'] } })
})

test('After 30 days nothing names the person, the address is free, and the books stay', async () => {
  const { id, email, firstName, token, close } = await signedIn()
  await scanAndConfirm(api, token, (await issueTicket(api.db)).code)
  await close()
  const link = await mailedToken(email)
  expect(await completeDueClosures(api.serverDb, new Date())).toEqual({ completed: 0, failures: [] })
  const completed = await Promise.all([1, 2].map(() => completeDueClosures(api.serverDb, afterwards())))
  expect(completed.map((run) => run.completed).toSorted((a, b) => a - b)).toEqual([0, 1])
  const row = JSON.stringify(await rowOf(id))
  for (const word of [email, firstName, 'Chan']) expect(row).not.toContain(word)
  expect((await reopen(link)).status).toBe(422)
  const accounts = api.db.selectFrom('identity_accounts').select('id').where('email', '=', email)
  const mails = api.db.selectFrom('mailbox').select('id').where('recipient', '=', email)
  expect([await accounts.execute(), await mails.execute()]).toEqual([[], []])
  const entries = api.db.selectFrom('point_transactions').select('id').where('member_id', '=', id)
  expect(await entries.execute()).toHaveLength(1)
})

test('Without the password, or without a sign-in that is still good, nothing is closed', async () => {
  const { id, close } = await signedIn()
  expect((await close('a guess')).body).toMatchObject({
    errors: { current_password: ['current_password is NOT valid'] },
  })
  expect((await api.call(closeAccount, { current_password: 'x' })).status).toBe(401)
  expect((await rowOf(id)).active).toBe(true)
  await api.db.updateTable('sessions').set({ revoked_at: new Date() }).where('member_id', '=', id).execute()
  expect((await close()).status).toBe(401)
})

test('Who proves the address of an account that somebody else had closed has an open one', async () => {
  const squatter = await signedIn()
  const unproved = { email_verified: false }
  await api.db.updateTable('members').set(unproved).where('id', '=', squatter.id).execute()
  await api.db.updateTable('identity_accounts').set(unproved).where('email', '=', squatter.email).execute()
  expect((await squatter.close()).status).toBe(200)
  await api.call(forgotPassword, { email: squatter.email })
  const password = 'nine cellos and a flute'
  const reset = { token: await mailedToken(squatter.email), password, password_confirmation: password }
  expect((await api.call(resetPassword, reset)).status).toBe(200)
  expect((await rowOf(squatter.id)).active).toBe(true)
  expect(await findDueClosures(api.db, afterwards())).toEqual([])
})

test('A member who signs in with another identity provider closes the account without a password here', async () => {
  const { id, token } = await signedIn()
  await api.db.updateTable('members').set({ provider_issuer: 'https://other.example' }).where('id', '=', id).execute()
  expect((await api.call(closeAccount, {}, { token })).status).toBe(200)
})

test('The export has everything of the member, nothing of others, and no secret', async () => {
  const [own, other] = [await signedIn(), await signedIn()]
  await scanAndConfirm(api, own.token, (await issueTicket(api.db)).code)
  await scanAndConfirm(api, other.token, (await issueTicket(api.db)).code)
  const { status, body } = await api.call(exportAccount, {}, { token: own.token })
  expect([status, body['data']]).toEqual([
    200,
    expect.objectContaining({
      member: expect.objectContaining({ email: own.email }),
      sign_in_account: expect.objectContaining({ email: own.email }),
      points: [expect.objectContaining({ member_id: own.id })],
      tickets_claimed: [expect.objectContaining({ member_id: own.id })],
    }),
  ])
  const text = JSON.stringify(body)
  for (const secret of [other.email, other.id, 'scrypt$', 'token_hash', 'password']) expect(text).not.toContain(secret)
  expect((await api.call(exportAccount, {})).status).toBe(401)
})

/** Gives a member a student card, an earlier membership and a spent token, each with a personal word. */
async function addTraces({ id, email }: { id: string; email: string }) {
  const [now, number] = [new Date(), `OLD${id.slice(0, 8).toUpperCase()}`]
  await api.db
    .insertInto('student_cards')
    .values({
      member_id: id,
      media_type: 'image/png',
      sealed: Buffer.from('sealed'),
      key_id: 'key',
      stored_at: now,
      delete_at: afterwards(),
    })
    .execute()
  const person = { last_name: 'Earlier', first_name: 'Earlier', email: `earlier-${email}`, mobile: '51997777' }
  await api.db
    .insertInto('old_members')
    .values({ member_no: number, tier: 'Red', ...person, migrated_at: now, migrated_by: id })
    .execute()
  const spent = { kind: 'sc', tier: 'Red', expires_at: now, used_at: now, used_by: id } as const
  await api.db
    .insertInto('upgrade_tokens')
    .values({ token_hash: `hash of ${id}`, email, ...spent })
    .execute()
}

test('After 30 days the student card is gone, and what was spent stays without a name', async () => {
  const { id, email, token, close } = await signedIn()
  await addTraces({ id, email })
  const { body } = await api.call(exportAccount, {}, { token })
  expect(body['data']).toMatchObject({ student_card: { media_type: 'image/png' } })
  await close()
  await completeDueClosures(api.serverDb, afterwards())
  const old = await api.db.selectFrom('old_members').selectAll().where('migrated_by', '=', id).execute()
  const tokens = await api.db.selectFrom('upgrade_tokens').selectAll().where('used_by', '=', id).execute()
  expect([old.length, tokens.length]).toEqual([1, 1])
  for (const word of [email, 'Earlier', '51997777']) expect(JSON.stringify([old, tokens])).not.toContain(word)
  const cards = api.db.selectFrom('student_cards').select('key_id').where('member_id', '=', id)
  expect(await cards.execute()).toEqual([])
})

test('What was spent can be changed in no other way', async () => {
  const { id, email } = await signedIn()
  await addTraces({ id, email })
  const old = api.db.updateTable('old_members').where('migrated_by', '=', id)
  await expect(old.set({ last_name: 'Chan' }).execute()).rejects.toThrow('append-only')
  await expect(old.set({ migrated_at: null, migrated_by: null }).execute()).rejects.toThrow('append-only')
  const tokens = api.db.updateTable('upgrade_tokens').where('used_by', '=', id)
  await expect(tokens.set({ email: 'other@club.example' }).execute()).rejects.toThrow('append-only')
  await expect(tokens.set({ used_at: null, used_by: null }).execute()).rejects.toThrow('append-only')
  const asServer = api.serverDb.updateTable('old_members').where('migrated_by', '=', id)
  await expect(asServer.set({ email: null }).execute()).rejects.toThrow('permission denied')
  await expect(api.db.deleteFrom('old_members').where('migrated_by', '=', id).execute()).rejects.toThrow('append-only')
})

const setActive = (id: string, active: boolean) =>
  api.db.updateTable('members').set({ active }).where('id', '=', id).execute()

test('An account that an operator has opened by hand is not deleted, and can be closed again', async () => {
  const { id, email, password, close } = await signedIn()
  await close()
  await setActive(id, true)
  await completeDueClosures(api.serverDb, afterwards())
  expect(await rowOf(id)).toMatchObject({ email, active: true })
  const again = await api.call(closeAccount, { current_password: password }, { token: await api.signIn(id) })
  expect(again.status).toBe(200)
  await completeDueClosures(api.serverDb, afterwards())
  expect((await rowOf(id)).email).not.toBe(email)
})

test('A closure that cannot be completed holds up no other, and is tried again', async () => {
  const [broken, other] = [await signedIn(), await signedIn()]
  await broken.close()
  await other.close()
  const impossible = sql.lit(`${broken.id}@closed.invalid`)
  await sql`alter table members add constraint broken_closure check (email <> ${impossible})`.execute(api.db)
  const { completed, failures } = await completeDueClosures(api.serverDb, afterwards())
  expect([completed, failures]).toEqual([1, [{ id: expect.any(String), error: expect.any(Error) }]])
  expect([(await rowOf(broken.id)).email, (await rowOf(other.id)).email]).toEqual([
    broken.email,
    `${other.id}@closed.invalid`,
  ])
  await sql`alter table members drop constraint broken_closure`.execute(api.db)
  expect(await completeDueClosures(api.serverDb, afterwards())).toEqual({ completed: 1, failures: [] })
})

test('An operator undoes a closure, after which its link opens nothing that was deactivated', async () => {
  const { id, email, close } = await signedIn()
  await close()
  const link = await mailedToken(email)
  expect(await undoClosureOf(api.serverDb, { reference: email, now: new Date() })).toBe(true)
  expect((await rowOf(id)).active).toBe(true)
  expect(await undoClosureOf(api.serverDb, { reference: email, now: new Date() })).toBe(false)
  await setActive(id, false)
  expect((await reopen(link)).status).toBe(422)
  await completeDueClosures(api.serverDb, afterwards())
  expect(await rowOf(id)).toMatchObject({ email, active: false })
})
