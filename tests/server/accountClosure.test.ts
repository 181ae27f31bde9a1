import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAccount, exportAccount, reopenAccount } from '#contract/member/closure.ts'
import { me } from '#contract/member/member.ts'
import { forgotPassword, resetPassword } from '#contract/member/password.ts'
import { completeDueClosures, undoClosureOf } from '#server/account/accountClosures.ts'
import { audit } from '#server/services/audit.ts'
import { recordAct } from '#server/services/acts.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { decideApplication } from '#server/services/membership/youth.ts'
import { readRefunds } from '#server/services/payments/refunds.ts'
import { adjustPoints } from '#server/services/points/pointAdjustments.ts'
import { listPending } from '#server/services/staff/applications.ts'
import { returnTicket } from '#server/services/tickets/returnedTickets.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { findDueClosures, reopenableMs } from '#server/store/members/accountClosures.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
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
  new URLSearchParams(new URL(linkIn(await lastMailTo(api, email))).hash.slice(1)).get('token') ?? ''
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
  const unused = {
    token_hash: id,
    kind: 'sc',
    tier: 'Red',
    email: email.toLowerCase(),
    expires_at: afterwards(),
  } as const
  await api.db.insertInto('upgrade_tokens').values(unused).execute()
  await close()
  const link = await mailedToken(email)
  expect(await completeDueClosures(asStaff(api.serverDb), new Date())).toEqual({ completed: 0, failures: [] })
  const completed = await Promise.all([1, 2].map(() => completeDueClosures(asStaff(api.serverDb), afterwards())))
  expect(completed.map((run) => run.completed).toSorted((a, b) => a - b)).toEqual([0, 1])
  const row = JSON.stringify(await rowOf(id))
  for (const word of [email, firstName, 'Chan']) expect(row).not.toContain(word)
  expect((await reopen(link)).status).toBe(422)
  const accounts = api.db.selectFrom('identity_accounts').select('id').where('email', '=', email)
  const mails = api.db.selectFrom('mailbox').select('id').where('recipient', '=', email)
  const links = api.db.selectFrom('upgrade_tokens').select('kind').where('email', '=', email.toLowerCase())
  expect([await accounts.execute(), await mails.execute(), await links.execute()]).toEqual([[], [], []])
  const entries = api.db.selectFrom('point_transactions').select('id').where('member_id', '=', id)
  expect(await entries.execute()).toHaveLength(1)
})

test('Who closes the account with a paid application that nobody has decided gets the payment back, and staff decide none of a closed account', async () => {
  const { id, close } = await signedIn()
  const [orderRef, payRef, now] = [`CB-20261129-${id.slice(0, 8)}`, newPayRef(), new Date()]
  await api.db.updateTable('members').set({ ya_status: 'Pending Approval' }).where('id', '=', id).execute()
  const terms = { amount: 300, currency: '344', merchant_id: '1' }
  const order = { order_ref: orderRef, member_id: id, purpose: 'youth', state: 'paid', ...terms } as const
  await api.db
    .insertInto('payment_orders')
    .values({ ...order, created_at: now, expires_at: now, changed_at: now })
    .execute()
  const payment = { pay_ref: payRef, order_ref: orderRef, given_ref: orderRef, amount: '300.0', currency: '344' }
  await api.db
    .insertInto('payments')
    .values({ ...payment, received_at: now, outcome: 'youth' })
    .execute()
  const isListed = async () => (await listPending(api.serverDb)).some(({ memberId }) => memberId === id)
  const refunds = async () =>
    (await readRefunds(api.serverDb, { withRefunded: false })).filter((refund) => refund.payRef === payRef)

  expect(await isListed()).toBe(true)
  await close()
  expect([await isListed(), await refunds()]).toEqual([false, []])
  const notify = memberMails({ smtpUrl: null })
  const decision = { event: 'approved' } as const
  const decided = await decideApplication(asStaff(api.serverDb), { memberId: id, decision, now, notify })
  expect(decided).toEqual({ kind: 'unknown_member' })
  await completeDueClosures(asStaff(api.serverDb), afterwards())
  expect(await refunds()).toMatchObject([{ payRef, reason: 'inactive', refundedAt: null }])
  expect(await rowOf(id)).toMatchObject({ ya_status: 'N/A' })
  expect((await audit(api.serverDb, id)).differences).toEqual([])
})

test('Who closes an account whose address they never proved takes nobody’s links along', async () => {
  const member = await newMember(api.db, { verified: false })
  const token = await api.signIn(member.id)
  const link = { token_hash: member.id, kind: 'sc', tier: 'Red', email: member.email.toLowerCase() } as const
  await api.db
    .insertInto('upgrade_tokens')
    .values({ ...link, expires_at: afterwards() })
    .execute()
  await api.call(closeAccount, { current_password: member.password }, { token })
  expect((await completeDueClosures(asStaff(api.serverDb), afterwards())).completed).toBe(1)
  const left = api.db.selectFrom('upgrade_tokens').select('kind').where('token_hash', '=', member.id)
  expect(await left.execute()).toHaveLength(1)
})

/** Gives a few points by hand. */
const thank = (member: string, reason: string) =>
  adjustPoints(asStaff(api.serverDb), {
    kind: 'grant',
    member,
    points: 5,
    type: 'Bulk Import',
    reason,
    pointsExpiryMonths: null,
    isDryRun: false,
    now: new Date(),
  })

test('What staff have written about a member goes with the account, and stays while it is open', async () => {
  const { id, token, password } = await signedIn()
  const ticket = await issueTicket(api.db)
  await scanAndConfirm(api, token, ticket.code)
  const words = 'Ada asked at the desk'
  await thank(id, words)
  const returned = { ticketNo: ticket.ticketNo, reason: words, isDryRun: false, now: new Date() }
  await returnTicket(asStaff(api.serverDb), returned)
  const written = async () => {
    const { rows } = await sql<{ reasons: string | null }>`
      select string_agg(reason, ';') as reasons from (
        select reason from staff_acts where member_id = ${id}
        union all select reason from point_adjustments where transaction_id in (
          select id from point_transactions where member_id = ${id})) as written`.execute(api.db)
    return rows[0]?.reasons ?? ''
  }
  const acts = () =>
    api.db
      .selectFrom('staff_acts')
      .select(['action', 'actor', 'before', 'after'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute()
  // The server forgets nothing of an account that is open, or that it has called closed for a moment.
  const forget = sql`select forget_reasons_of(${id})`
  const setActive = (active: boolean) =>
    api.serverDb.updateTable('members').set({ active }).where('id', '=', id).execute()
  await forget.execute(api.serverDb)
  await setActive(false)
  await forget.execute(api.serverDb)
  await setActive(true)
  expect((await written()).split(words)).toHaveLength(5)
  const before = await acts()
  const again = await api.signIn(id)
  await api.call(closeAccount, { current_password: password }, { token: again })
  await completeDueClosures(asStaff(api.serverDb), afterwards())
  expect((await written()).replaceAll(';', '')).toBe('')
  expect(await acts()).toEqual([...before, expect.objectContaining({ action: 'closure_complete' })])
  expect((await audit(api.serverDb, id)).differences).toEqual([])
  // What it forgets costs the account, for good.
  await expect(setActive(true)).rejects.toThrow('the data of this account is deleted')
  for (const change of ['update account_closures set completed_at = null', 'delete from account_closures'])
    await expect(sql.raw(`${change} where member_id = '${id}'`).execute(api.serverDb)).rejects.toThrow('append-only')
  const changes = ["reason = 'Another'", "actor = 'cli:x', reason = null"]
  for (const change of changes)
    await expect(sql.raw(`update staff_acts set ${change} where member_id = '${id}'`).execute(api.db)).rejects.toThrow(
      'append-only',
    )
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

/** Makes members owners of the club's staff, and its only ones. */
async function onlyOwners(...members: { id: string }[]): Promise<string[]> {
  const now = new Date()
  const others = api.db.updateTable('staff_members').set({ ended_at: now })
  await others.where('ended_at', 'is', null).execute()
  const subs = []
  for (const { id } of members) {
    const { provider_subject: sub, email } = await rowOf(id)
    subs.push(sub)
    await api.db
      .insertInto('staff_members')
      .values({ account_id: sub, email, roles: ['owner'], invited_by: 'cli:tester', joined_at: now })
      .execute()
  }
  return subs
}
const presentStaff = async () =>
  (await api.db.selectFrom('staff_members').select('account_id').where('ended_at', 'is', null).execute()).map(
    ({ account_id: sub }) => sub,
  )

test('Whoever closes the account leaves the staff; the only owner can’t, also of two who close at once', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const subs = await onlyOwners(one, two)
  const answers = await Promise.all([one.close(), two.close()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const [last, gone] = answers[0].status === 422 ? [one, two] : [two, one]
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ message: 'last_owner' })
  const [lastSub = '', goneSub = ''] = last === one ? subs : subs.toReversed()
  expect(await presentStaff()).toEqual([lastSub])
  expect([(await rowOf(last.id)).active, (await rowOf(gone.id)).active]).toEqual([true, false])
  expect((await last.close()).body).toMatchObject({ message: 'last_owner' })
  expect(await lastMailTo(api, gone.email)).toContain('You’re no longer on our staff either.')
  const acts = api.db.selectFrom('staff_acts').select(['action', 'actor', 'before']).where('subject_id', '=', goneSub)
  expect(await acts.execute()).toEqual([
    { action: 'staff_end', actor: `staff:${goneSub}`, before: { roles: ['owner'] } },
  ])
  // Opened again, they need a new invitation.
  await reopen(await mailedToken(gone.email))
  expect(await presentStaff()).toEqual([lastSub])
})

test('A closed account that became the only owner meanwhile stays until there is another one', async () => {
  const { id, close } = await signedIn()
  await close()
  const [sub = ''] = await onlyOwners({ id })
  const complete = () => completeDueClosures(asStaff(api.serverDb), afterwards())
  await complete()
  expect(await presentStaff()).toEqual([sub])
  expect((await rowOf(id)).provider_subject).toBe(sub)
  const another = await signedIn()
  const { provider_subject: second, email } = await rowOf(another.id)
  const facts = { roles: ['owner'], invited_by: 'cli:tester', joined_at: new Date() }
  await api.db
    .insertInto('staff_members')
    .values({ account_id: second, email, ...facts })
    .execute()
  await complete()
  expect(await presentStaff()).toEqual([second])
  expect((await rowOf(id)).provider_subject).not.toBe(sub)
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
  expect(await readdir(api.dependencies.temporaryFolder)).toEqual([])
})

test('The export says why, where the reason was written for the member, and no other note of our staff', async () => {
  const { id, token } = await signedIn()
  await thank(id, 'Thank you')
  await inTransaction(asStaff(api.db), (transaction) =>
    recordAct(transaction, {
      action: 'refund_note',
      subject: { kind: 'payment', id: '1' },
      memberId: id,
      reason: 'Mrs Lee of the bank called',
    }),
  )
  const { text, body } = await api.call(exportAccount, {}, { token })
  expect(body['data']).toMatchObject({
    points_adjusted: [{ reason: 'Thank you' }],
    acts: [
      { action: 'points_grant', reason: 'Thank you' },
      { action: 'refund_note', reason: null },
    ],
  })
  expect(text).not.toContain('Mrs Lee')
})

test('An export has every row of a long history in its order, and none of the answers that are kept for repeated calls', async () => {
  const { id, token } = await signedIn()
  const keys = Array.from({ length: 1200 }, () => ({
    member_id: id,
    route: '/api/{product}/scan-ticket',
    key: randomUUID(),
    sent_hash: 'sent',
    body_hash: 'body',
    answer: '{"status":"a kept answer"}',
  }))
  await api.db.insertInto('idempotency_keys').values(keys).execute()
  const signIns = Array.from({ length: 1200 }, (_, index) => {
    const at = new Date(index * 1000)
    return { id: randomUUID(), member_id: id, created_at: at, ends_at: at, ended_at: at }
  })
  await api.db.insertInto('session_families').values(signIns).execute()
  const { text, body } = await api.call(exportAccount, {}, { token })
  expect(text).not.toContain('a kept answer')
  const data = v.parse(v.object({ sign_ins: v.array(v.object({ created_at: v.string() })) }), body['data'])
  const times = data.sign_ins.slice(0, signIns.length).map(({ created_at }) => created_at)
  expect(times).toEqual(signIns.map(({ created_at }) => created_at.toISOString()))
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
  await completeDueClosures(asStaff(api.serverDb), afterwards())
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
  await completeDueClosures(asStaff(api.serverDb), afterwards())
  expect(await rowOf(id)).toMatchObject({ email, active: true })
  const again = await api.call(closeAccount, { current_password: password }, { token: await api.signIn(id) })
  expect(again.status).toBe(200)
  await completeDueClosures(asStaff(api.serverDb), afterwards())
  expect((await rowOf(id)).email).not.toBe(email)
})

test('A closure that cannot be completed holds up no other, and is tried again', async () => {
  const [broken, other] = [await signedIn(), await signedIn()]
  await broken.close()
  await other.close()
  const impossible = sql.lit(`${broken.id}@closed.invalid`)
  await sql`alter table members add constraint broken_closure check (email <> ${impossible})`.execute(api.db)
  const { completed, failures } = await completeDueClosures(asStaff(api.serverDb), afterwards())
  expect([completed, failures]).toEqual([1, [{ id: expect.any(String), error: expect.any(Error) }]])
  expect([(await rowOf(broken.id)).email, (await rowOf(other.id)).email]).toEqual([
    broken.email,
    `${other.id}@closed.invalid`,
  ])
  await sql`alter table members drop constraint broken_closure`.execute(api.db)
  expect(await completeDueClosures(asStaff(api.serverDb), afterwards())).toEqual({ completed: 1, failures: [] })
})

test('An operator undoes a closure, after which its link opens nothing that was deactivated', async () => {
  const { id, email, close } = await signedIn()
  await close()
  const link = await mailedToken(email)
  expect(await undoClosureOf(asStaff(api.serverDb), { memberId: id, reason: 'Asked for it', now: new Date() })).toBe(
    true,
  )
  expect((await rowOf(id)).active).toBe(true)
  expect(await undoClosureOf(asStaff(api.serverDb), { memberId: id, reason: 'Asked for it', now: new Date() })).toBe(
    false,
  )
  await setActive(id, false)
  expect((await reopen(link)).status).toBe(422)
  await completeDueClosures(asStaff(api.serverDb), afterwards())
  expect(await rowOf(id)).toMatchObject({ email, active: false })
})
