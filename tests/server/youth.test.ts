import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { audit } from '#server/services/audit.ts'
import { readProfile } from '#server/services/membership/profile.ts'
import { readRefunds } from '#server/services/payments/refunds.ts'
import {
  decideApplication,
  expireApprovals,
  moveApplication,
  type YouthDecision,
} from '#server/services/membership/youth.ts'
import { takeReport } from '#server/services/payments/payments.ts'
import { placeOrder } from '#server/services/payments/orders.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('membership')

const now = new Date('2026-11-22T04:00:00Z')
const notify = memberMails({ smtpUrl: null })
const terms = { amount: 300, currency: '344', merchantId: '88888888' }

const apply = ({ id }: TestMember, at = now) =>
  inTransaction(api.serverDb, (transaction) => moveApplication(transaction, id, { event: 'applied', now: at }))

/** Pays for a member's application. Resolves to the payment's reference. */
async function pay({ id }: TestMember, at = now): Promise<string> {
  const placed = await placeOrder(api.serverDb, { memberId: id, purpose: 'youth', terms, minutes: 60, now: at })
  if (placed.kind !== 'placed') throw new Error(`No order: ${placed.kind}`)
  const payRef = newPayRef()
  const report = { ...terms, orderRef: placed.orderRef, payRef, isPayment: true }
  const received = { report, amountText: '300.0', now: at, pointsExpiryMonths: null, notify }
  const taken = await takeReport(api.serverDb, received)
  expect(taken).toEqual({ kind: 'youth' })
  return payRef
}

const decide = ({ id }: TestMember, decision: YouthDecision['decision'], at = now) =>
  decideApplication(asStaff(api.serverDb), {
    memberId: id,
    decision,
    now: at,
    notify,
  })

const profileOf = ({ id }: TestMember, at = now) => readProfile(api.serverDb, id, at)

const mailsTo = ({ email }: TestMember) => readMails(api, email)

test('An application that is paid and approved lasts to 31 August, and the member is told', async () => {
  const member = await newMember(api.db)
  expect(await apply(member)).toBe('Pending Payment')
  await pay(member)
  expect(await decide(member, { event: 'approved' })).toMatchObject({ kind: 'decided', status: 'Approved' })
  expect(await profileOf(member)).toMatchObject({ ya_status: 'Approved', ya_reason: null })
  const [receipt, mail, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(receipt?.subject).toBe('Your receipt for HK$300')
  expect(mail?.text).toContain('31 Aug 2027')
})

test('Whoever pays and is approved in July or August is in the scheme until 31 August of the next year', async () => {
  for (const [day, end] of [
    ['2027-06-30T15:59:59Z', '2027-08-31T15:59:59.999Z'],
    ['2027-06-30T16:00:00Z', '2028-08-31T15:59:59.999Z'],
    ['2027-08-31T15:59:59Z', '2028-08-31T15:59:59.999Z'],
  ] as const) {
    const [member, at] = [await newMember(api.db), new Date(day)]
    await apply(member, at)
    await pay(member, at)
    await decide(member, { event: 'approved' }, at)
    expect(await profileOf(member, at)).toMatchObject({ ya_status: 'Approved', ya_expiry_date: end })
    expect((await mailsTo(member)).at(-1)?.text).toContain(`31 Aug ${end.slice(0, 4)}`)
  }
})

test('From 1 September in Hong Kong an approval is Expired, saved once, and the member can apply again', async () => {
  const member = await newMember(api.db)
  await apply(member)
  await pay(member)
  await decide(member, { event: 'approved' })
  const [lastMoment, after] = [new Date('2027-08-31T15:59:59.999Z'), new Date('2027-08-31T16:00:00Z')]
  expect(await profileOf(member, lastMoment)).toMatchObject({ ya_status: 'Approved' })
  expect(await profileOf(member, after)).toMatchObject({ ya_status: 'Expired' })
  const ended = await Promise.all([1, 2, 3].map(() => expireApprovals(asStaff(api.serverDb), { now: after, notify })))
  expect(ended.reduce((sum, { ended: count }) => sum + count, 0)).toBeGreaterThan(0)
  expect((await expireApprovals(asStaff(api.serverDb), { now: after, notify })).ended).toBe(0)
  const told = (await mailsTo(member)).filter(({ subject }) => subject.includes('has ended'))
  expect(told).toEqual([expect.objectContaining({ text: expect.stringContaining('31 Aug 2027') })])
  expect(await apply(member, after)).toBe('Pending Payment')
})

test('The reason of a rejection reaches the member by mail and in the profile, and the payment has to be refunded', async () => {
  const member = await newMember(api.db)
  await api.db.updateTable('members').set({ preferred_lang: 'tc' }).where('id', '=', member.id).execute()
  await apply(member)
  const payRef = await pay(member)
  const reason = 'The card <b>isn’t</b> readable.'
  expect(await decide(member, { event: 'rejected', reason })).toMatchObject({ kind: 'decided', status: 'Rejected' })
  expect(await profileOf(member)).toMatchObject({ ya_status: 'Rejected', ya_reason: reason })
  const [, mail] = await mailsTo(member)
  expect(mail?.text).toContain(reason)
  expect(mail?.subject).toContain('青少年聽眾計劃')
  const refunds = await readRefunds(api.serverDb, { withRefunded: false })
  expect(refunds.filter((refund) => refund.email === member.email)).toMatchObject([
    { payRef, reason: 'rejected', refundedAt: null },
  ])

  expect(await apply(member)).toBe('Pending Payment')
  expect(await profileOf(member)).toMatchObject({ ya_status: 'Pending Payment', ya_reason: null })
  await pay(member)
  await decide(member, { event: 'approved' })
  expect(await readRefunds(api.serverDb, { withRefunded: false })).toEqual(refunds)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('An application is decided once, and only when it is paid', async () => {
  const member = await newMember(api.db)
  const rejection = { event: 'rejected', reason: 'no' } as const
  expect(await decide(member, { event: 'approved' })).toEqual({ kind: 'refused', status: 'N/A', by: null })
  await apply(member)
  expect(await decide(member, { event: 'approved' })).toEqual({ kind: 'refused', status: 'Pending Payment', by: null })
  await pay(member)
  expect(await apply(member)).toBeNull()
  const decisions = await Promise.all([
    decide(member, { event: 'approved' }),
    decide(member, rejection),
    decide(member, { event: 'approved' }),
    decide(member, rejection),
  ])
  expect(decisions.filter(({ kind }) => kind === 'decided')).toHaveLength(1)
  const decided = (await mailsTo(member)).filter(({ subject }) => !subject.includes('receipt'))
  expect(decided).toHaveLength(1)
})

test('The database takes no other status', async () => {
  const { id } = await newMember(api.db)
  const update = api.db.updateTable('members').set({ ya_status: 'Maybe' }).where('id', '=', id).execute()
  await expect(update).rejects.toThrow('members_ya_status')
})

test('Staff list, read, approve and reject applications, each once, and a rejection needs its reason', async () => {
  const [approved, rejected] = [await newMember(api.db), await newMember(api.db)]
  for (const member of [approved, rejected]) {
    await apply(member)
    await pay(member)
  }
  const listed = async () => (await staff.call(endpoints.listApplications, {}, ada)).applications
  const asked = { memberId: approved.id, name: `${approved.firstName} Chan` }
  expect(await listed()).toContainEqual(expect.objectContaining(asked))
  const read = await staff.call(endpoints.getApplication, { memberId: approved.id }, ada)
  expect(read.application).toMatchObject({ ...asked, status: 'Pending Approval', email: approved.email })

  const approve = { memberId: approved.id, card: null, decision: { event: 'approved' } } as const
  const answer = await staff.call(endpoints.decideApplication, approve, ada)
  expect(answer).toMatchObject({ kind: 'decided', status: 'Approved' })
  const rejectFor = (own: string) => ({
    memberId: rejected.id,
    card: null,
    decision: { event: 'rejected' as const, reason: { own } },
  })
  const withoutReason = await staff.send(endpoints.decideApplication, rejectFor(' '), { cookie: ada.cookie })
  expect(withoutReason.status).toBe(422)
  expect(await staff.call(endpoints.decideApplication, rejectFor('No school card'), ada)).toMatchObject({
    kind: 'decided',
  })
  const again = await staff.call(endpoints.decideApplication, { ...approve, memberId: rejected.id }, bo)
  expect(again).toEqual({ kind: 'refused', status: 'Rejected', decision: { by: ada.email, at: expect.any(String) } })
  expect(await profileOf(rejected)).toMatchObject({ ya_status: 'Rejected', ya_reason: 'No school card' })
  expect(await findActs({ member_id: rejected.id })).toMatchObject([
    { actor: `staff:${ada.sub}`, action: 'youth_reject', reason: 'No school card' },
  ])
  expect((await listed()).map(({ memberId }) => memberId)).not.toContain(rejected.id)

  const nobody = { ...approve, memberId: randomUUID() }
  expect(await staff.call(endpoints.decideApplication, nobody, ada)).toEqual({ kind: 'unknown_member' })
})
