import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf, type RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { keysOf } from '#contract/keysOf.ts'
import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { milesMessages } from '#contract/spending/miles.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import { completeDueClosures } from '#server/account/accountClosures.ts'
import { audit } from '#server/services/audit.ts'
import { sha256 } from '#server/store/hash.ts'
import { beginClosure } from '#server/store/members/accountClosures.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { datafeed } from '#tests/support/datafeed.ts'
import { duringChange } from '#tests/support/duringChange.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { newOldMember, newPayer, newUpgradeCode } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type SignedInStaff, signedInStaff, staffApi } from '#tests/support/staffApi.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { event, eventFiles } from './eventGuests.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

const rewards = [rewardEntry({ key: 'drink', stock: 1000, points: 100, delivery_methods: ['Email'] })]
const files = {
  ...validFiles(),
  'rewards/entries.json': JSON.stringify(rewards),
  'rewards/en.md': rewardTexts('drink'),
  ...eventFiles([event('rehearsal', { public_registration_start_date: '2026-01-01T00:00:00Z', event_quota: null })]),
}

let api: TestApi
let staff: ReturnType<typeof staffApi>
let ada: SignedInStaff
let bo: SignedInStaff
let idOf: (group: string) => string
beforeAll(async () => {
  api = await testApi()
  staff = staffApi(api)
  ada = await signedInStaff(api, ['membership'])
  bo = await signedInStaff(api, ['owner'])
  await importFiles(api.db, files)
  const rows = await api.db.selectFrom('contents').select(['id', 'group_name as group']).execute()
  idOf = (group) => String(rows.find((row) => row.group === group)?.id)
})
afterAll(() => api.close())

const reason = 'Vouchers were sold on'
type Change = Partial<RequestOf<typeof endpoints.suspendMember>>
const change = (memberId: string, own: Change = {}, who = ada) =>
  staff.call(endpoints.suspendMember, { memberId, isSuspended: true, reason, ...own }, who)
const lift = (memberId: string) => change(memberId, { isSuspended: false, reason: 'All is well' })

/** A member with points, whose profile is complete enough to pay. */
async function newSaver() {
  const member = await newPayer(api.db)
  await addEntries(api.db, member.id, [{ code: 'Bulk Import', points: 5000, at: new Date() }])
  return { ...member, token: await api.signIn(member.id) }
}
type Saver = Awaited<ReturnType<typeof newSaver>>

async function newToken(kind: 'sc' | 'free_tier_upgrade'): Promise<string> {
  const token = randomUUID()
  const expires_at = new Date(Date.now() + 86_400_000)
  await api.db
    .insertInto('upgrade_tokens')
    .values({ token_hash: sha256(token), kind, tier: 'Red', email: null, expires_at })
    .execute()
  return token
}

const key = () => randomUUID()
const redeem = ({ token }: Saver, own = key()) =>
  api.call(endpoints.redeem, { item_id: idOf('rewards'), quantity: 1, delivery_method: 'Email' }, { token, key: own })
const airline = {
  asia_miles_membership_number: '1234567890',
  asia_miles_member_first_name: 'Ada',
  asia_miles_member_last_name: 'Chan',
}
const order = ({ token }: Saver) => api.call(endpoints.tierPayment, {}, { token })
const inRefusal = { status: 422, body: { message: 'membership_suspended' } }

/** Every way to spend something, and how a suspended member is refused it. */
const spending = {
  'a redemption': {
    call: (member: Saver) => redeem(member),
    refused: { status: 200, body: { message: redeemMessages.refused, error: 'membership_suspended' } },
  },
  'a conversion to miles': {
    call: ({ token }: Saver) =>
      api.call(endpoints.redeemAsiaMiles, { points_to_convert: 1200, ...airline }, { token, key: key() }),
    refused: { status: 200, body: { message: milesMessages.refused, error: 'membership_suspended' } },
  },
  'a registration for an event': {
    call: ({ token }: Saver) =>
      api.call(endpoints.registerEvent, { event_id: idOf('events'), quantity: 1 }, { token, key: key() }),
    refused: { status: 200, body: { message: eventMessages.suspended } },
  },
  'an order of a membership': { call: order, refused: inRefusal },
  'an order of the young audience scheme': {
    call: async ({ id, token }: Saver) => {
      await api.db.updateTable('members').set({ ya_status: 'Pending Payment' }).where('id', '=', id).execute()
      return api.call(endpoints.youthPayment, {}, { token })
    },
    refused: inRefusal,
  },
  'the card partner’s link': {
    call: async ({ token, email }: Saver) =>
      api.call(endpoints.setScTokenUsed, { sc_token: await newToken('sc'), user_email: email }, { token }),
    refused: inRefusal,
  },
  'a link of a free upgrade': {
    call: async ({ token, email }: Saver) => {
      const link = await newToken('free_tier_upgrade')
      const request = { free_tier_upgrade_token: link, user_email: email }
      return api.call(endpoints.setFreeUpgradeTokenUsed, request, { token })
    },
    refused: inRefusal,
  },
  'an upgrade code of an earlier membership': {
    call: async ({ token }: Saver) => {
      const memberNo = await newOldMember(api.db, { tier: 'Red', mobile: '51998877' })
      const code = await newUpgradeCode(api.db, { memberNo, tier: 'Gold' })
      const claim = { cb_member_no: memberNo, last_name: 'Chan', upgrade_code: code }
      return api.call(endpoints.profileMigrated, claim, { token })
    },
    refused: inRefusal,
  },
}

/** What a member has, and what they have spent. */
async function booksOf({ id }: Saver) {
  const rowsOf = (table: 'point_transactions' | 'event_registrations' | 'payment_orders' | 'memberships') =>
    api.db.selectFrom(table).select('member_id').where('member_id', '=', id).execute()
  return {
    points: await pointsOf(api.db, id),
    entries: (await rowsOf('point_transactions')).length,
    registrations: (await rowsOf('event_registrations')).length,
    orders: (await rowsOf('payment_orders')).length,
    memberships: (await rowsOf('memberships')).length,
    used: await api.db.selectFrom('upgrade_tokens').select('kind').where('used_by', '=', id).execute(),
  }
}

test.each(keysOf(spending))(
  'Suspended, a member is refused %s, and nothing changes; after it they have it',
  async (name) => {
    const { call, refused } = spending[name]
    const member = await newSaver()
    const before = await booksOf(member)
    await change(member.id)
    expect(await call(member)).toMatchObject(refused)
    expect(await booksOf(member)).toEqual(before)
    await lift(member.id)
    expect((await call(member)).status).toBe(200)
    expect(await booksOf(member)).not.toEqual(before)
    expect((await audit(api.serverDb, member.id)).differences).toEqual([])
  },
)

test.each(keysOf(spending))(
  'A call for %s that waits while its member closes the account is refused, and nothing changes',
  async (name) => {
    const member = await newSaver()
    const before = await booksOf(member)
    const answer = await duringChange(
      api.dataDir,
      (db) =>
        beginClosure(db, { memberId: member.id, tokenHash: sha256(key()), now: new Date(), closesAt: new Date() }),
      () => spending[name].call(member),
    )
    expect(answer).toMatchObject({ status: 403, body: { message: 'inactive_account' } })
    expect(await booksOf(member)).toEqual(before)
  },
)

test('Suspended, a member signs in, reads since when and why, and scans a ticket, which gives its points', async () => {
  const member = await newSaver()
  await change(member.id)
  const token = await api.signIn(member.id)
  const { user } = v.parse(endpoints.me.answer, (await api.call(endpoints.me, {}, { token })).body)
  const { suspended_at: since } = await storedOf(member.id)
  expect(user.member_profile.suspension).toEqual({ since: since?.toISOString(), reason })
  const ticket = await issueTicket(api.db)
  const before = await pointsOf(api.db, member.id)
  expect((await scanAndConfirm(api, token, ticket.code)).body['status']).toBe('success')
  expect(await pointsOf(api.db, member.id)).toBe(before + ticket.amount)
  await lift(member.id)
  const later = v.parse(endpoints.me.answer, (await api.call(endpoints.me, {}, { token })).body)
  expect(later.user.member_profile.suspension).toBeNull()
})

test('A call that was answered before a suspension is answered the same after it', async () => {
  const member = await newSaver()
  const own = key()
  const first = await redeem(member, own)
  expect(first.body['message']).toBe(redeemMessages.redeemed)
  await change(member.id)
  expect((await redeem(member, own)).body).toEqual(first.body)
  const late = key()
  const refused = await redeem(member, late)
  expect(refused.body['error']).toBe('membership_suspended')
  await lift(member.id)
  // Its answer was final, too.
  expect((await redeem(member, late)).body).toEqual(refused.body)
})

test('A payment of an order from before a suspension makes its member Red', async () => {
  const member = await newSaver()
  const { tier_payment: placed } = v.parse(endpoints.tierPayment.answer, (await order(member)).body)
  await change(member.id)
  await api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: datafeed({ Ref: placed.order_ref }),
  })
  expect(await storedOf(member.id)).toMatchObject({ membership_tier: 'Red' })
})

test('Of a suspension and redemptions at once, each redemption is done before it or refused after it', async () => {
  const saver = await newSaver()
  const some = () => Array.from({ length: 4 }, () => redeem(saver))
  const earlier = some()
  const suspending = change(saver.id)
  const answers = await Promise.all([...earlier, ...some()])
  expect(await suspending).toEqual({ kind: 'suspended' })
  const outcomes = answers.map(({ body }) => body['error'] ?? body['message'])
  const done = outcomes.filter((outcome) => outcome === redeemMessages.redeemed).length
  expect(outcomes.filter((outcome) => outcome === 'membership_suspended')).toHaveLength(8 - done)
  expect(await pointsOf(api.db, saver.id)).toBe(5000 - 100 * done)
  expect((await redeem(saver)).body['error']).toBe('membership_suspended')
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Of two people who suspend one member, the second is told by whom and when; so of a lift', async () => {
  const { id } = await newSaver()
  for (const isSuspended of [true, false]) {
    const answers = await Promise.all([change(id, { isSuspended }), change(id, { isSuspended }, bo)])
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual([isSuspended ? 'suspended' : 'lifted', 'unchanged'])
    const first = answers[0].kind === 'unchanged' ? bo : ada
    const [act] = (await actsOn(id)).toReversed()
    expect(answers.find(({ kind }) => kind === 'unchanged')).toEqual({
      kind: 'unchanged',
      done: { by: first.email, at: act?.at.toISOString() },
    })
  }
  expect(await lift(randomUUID())).toEqual({ kind: 'unknown_member' })
})

test('A suspension and its end are acts that the member reads, mails in their language, and in the copy of their data', async () => {
  const { id, email, token } = await newSaver()
  await api.db.updateTable('members').set({ preferred_lang: 'tc' }).where('id', '=', id).execute()
  await api.db.updateTable('identity_accounts').set({ language: 'tc' }).where('email', '=', email).execute()
  await change(id)
  const mail = await lastMailTo(api, email)
  expect(mail).toContain('我們已暫停你的 Club Bravo 會籍')
  expect(mail).toContain(reason)
  await lift(id)
  expect(await lastMailTo(api, email)).toContain('我們已恢復你的 Club Bravo 會籍')
  expect(await actsOn(id)).toMatchObject([
    { actor: `staff:${ada.sub}`, action: 'member_suspend', reason },
    { actor: `staff:${ada.sub}`, action: 'member_resume', reason: 'All is well' },
  ])
  const told = await api.call(endpoints.toldActs, {}, { token })
  expect(told.body).toMatchObject({ acts: [{ action: 'member_resume' }, { action: 'member_suspend', reason }] })
  await change(id)
  const copy = (await api.call(endpoints.exportAccount, {}, { token })).text
  expect(copy).toContain(`"suspended_reason":"${reason}"`)
  expect(copy).toContain('"member_resume"')
})

test('Staff see it in the search, at the counter and in the books, and suspend nobody without a reason, nor themselves', async () => {
  const { id, email } = await newSaver()
  await change(id)
  const [found] = (await staff.call(endpoints.searchMembers, { text: email }, ada)).members
  const since = (await storedOf(id)).suspended_at?.toISOString()
  expect(found?.suspendedAt).toBe(since)
  const desk = await staff.call(endpoints.counterMember, { memberId: id }, ada)
  expect(desk.found?.member.suspendedAt).toBe(since)
  const { books } = await staff.call(endpoints.memberBooks, { memberId: id }, ada)
  expect(books).toMatchObject({ member: { suspendedAt: since }, suspensionReason: reason, differences: [] })
  const send = (request: Change, { cookie } = ada) => staff.send(endpoints.suspendMember, request, { cookie })
  expect((await send({ memberId: id, isSuspended: false, reason: ' ' })).status).toBe(422)
  const own = await newMember(api.db)
  await api.db.updateTable('members').set({ provider_subject: bo.sub }).where('id', '=', own.id).execute()
  const byOneself = await send({ memberId: own.id, isSuspended: true, reason }, bo)
  expect(byOneself).toMatchObject({ status: 403, body: { refusal: 'own_member' } })
  expect(await storedOf(own.id)).toMatchObject({ suspended_at: null })
})

test('Whoever holds a link without a sign-in cannot tell a suspended member from a closed account', async () => {
  const { id, email } = await newSaver()
  await change(id)
  const token = await newToken('sc')
  const assigned = await api.call(endpoints.assignScTier, { sc_token: token, user_email: email })
  expect(assigned).toMatchObject({ status: 422, body: { message: 'incorrect_account_data' } })
})

test('A suspended member closes the account; once its data is deleted, the reason is, too, and the audit finds nothing', async () => {
  const { id, token, password } = await newSaver()
  await change(id)
  expect((await api.call(endpoints.closeAccount, { current_password: password }, { token })).status).toBe(200)
  expect(await lift(id)).toEqual({ kind: 'closed' })
  await completeDueClosures(asStaff(api.serverDb), new Date(Date.now() + 31 * 86_400_000))
  expect(await storedOf(id)).toMatchObject({ active: false, suspended_reason: '' })
  expect((await audit(api.serverDb, id)).differences).toEqual([])
})

test('An audit names a suspension without its act, and one that an act has lifted', async () => {
  const { id } = await newMember(api.db)
  const differences = async () => (await audit(api.serverDb, id)).differences
  const set = (suspended_at: Date | null) =>
    api.db
      .updateTable('members')
      .set({ suspended_at, suspended_reason: suspended_at && reason })
      .where('id', '=', id)
      .execute()
  const named = [`suspension of member ${id}: no act says who made it`]
  await set(new Date())
  expect(await differences()).toEqual(named)
  await set(null)
  await change(id)
  expect(await differences()).toEqual([])
  await set(null)
  expect(await differences()).toEqual(named)
})

const storedOf = (id: string) => api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actsOn = (memberId: string) =>
  api.db
    .selectFrom('staff_acts')
    .select(['actor', 'action', 'reason', 'at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
