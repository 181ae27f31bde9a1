import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberMails } from '#server/mail/memberMails.ts'
import { audit } from '#server/services/audit.ts'
import { readProfile } from '#server/services/membership/profile.ts'
import { listRefunds } from '#server/services/payments/refunds.ts'
import {
  decideApplication,
  expireApprovals,
  moveApplication,
  type YouthDecision,
} from '#server/services/membership/youth.ts'
import { takeReport } from '#server/services/payments/payments.ts'
import { placeOrder } from '#server/services/payments/orders.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { runCommand, runProgram } from '#tests/support/commands.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi, testOrigin } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const now = new Date('2026-11-22T04:00:00Z')
const notify = memberMails({ smtpUrl: null, origin: testOrigin })
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

const decide = ({ email }: TestMember, decision: YouthDecision['decision'], at = now) =>
  asStaff(() =>
    decideApplication(api.serverDb, {
      member: email,
      decision,
      now: at,
      notify,
    }),
  )

const profileOf = ({ id }: TestMember, at = now) => readProfile(api.serverDb, id, at)

function mailsTo({ email }: TestMember) {
  return api.db.selectFrom('mailbox').select(['subject', 'text']).where('recipient', '=', email).orderBy('id').execute()
}

/** Runs the operator's command. */
const run = (...words: string[]) => runCommand(api.dataDir, ['youth', ...words])

test('An application that is paid and approved lasts to 31 August, and the member is told', async () => {
  const member = await newMember(api.db)
  expect(await apply(member)).toBe('Pending Payment')
  await pay(member)
  expect(await decide(member, { event: 'approved' })).toEqual({ kind: 'decided', status: 'Approved' })
  expect(await profileOf(member)).toMatchObject({ ya_status: 'Approved', ya_reason: null })
  const [receipt, mail, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(receipt?.subject).toBe('Your receipt for HK$300')
  expect(mail?.text).toContain('31 Aug 2027')
})

test('From 1 September in Hong Kong an approval is Expired, saved once, and the member can apply again', async () => {
  const member = await newMember(api.db)
  await apply(member)
  await pay(member)
  await decide(member, { event: 'approved' })
  const [lastMoment, after] = [new Date('2027-08-31T15:59:59.999Z'), new Date('2027-08-31T16:00:00Z')]
  expect(await profileOf(member, lastMoment)).toMatchObject({ ya_status: 'Approved' })
  expect(await profileOf(member, after)).toMatchObject({ ya_status: 'Expired' })
  const ended = await Promise.all(
    [1, 2, 3].map(() => asStaff(() => expireApprovals(api.serverDb, { now: after, notify }))),
  )
  expect(ended.reduce((sum, { ended: count }) => sum + count, 0)).toBeGreaterThan(0)
  expect((await asStaff(() => expireApprovals(api.serverDb, { now: after, notify }))).ended).toBe(0)
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
  expect(await decide(member, { event: 'rejected', reason })).toEqual({ kind: 'decided', status: 'Rejected' })
  expect(await profileOf(member)).toMatchObject({ ya_status: 'Rejected', ya_reason: reason })
  const [, mail] = await mailsTo(member)
  expect(mail?.text).toContain(reason)
  expect(mail?.subject).toContain('青少年聽眾計劃')
  const refunds = await listRefunds(api.serverDb, { withRefunded: false })
  expect(refunds.filter((line) => line.includes(`payment ${payRef} `))).toHaveLength(1)

  expect(await apply(member)).toBe('Pending Payment')
  expect(await profileOf(member)).toMatchObject({ ya_status: 'Pending Payment', ya_reason: null })
  await pay(member)
  await decide(member, { event: 'approved' })
  expect(await listRefunds(api.serverDb, { withRefunded: false })).toEqual(refunds)
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

test('An operator lists, shows, approves and rejects applications beside the running server', async () => {
  const [approved, rejected] = [await newMember(api.db), await newMember(api.db)]
  for (const member of [approved, rejected]) {
    await apply(member)
    await pay(member)
  }
  expect((await run('list')).stdout).toContain(`${approved.email}  ${approved.firstName} Chan`)
  expect((await run('show', approved.email)).stdout).toContain('Status: Pending Approval')
  expect(await runProgram(api.dataDir, ['youth', 'approve', approved.email])).toMatchObject({ code: 0 })
  expect((await run('reject', rejected.email)).code).toBe(1)
  expect(await run('reject', rejected.email, 'No', 'school', 'card')).toMatchObject({ code: 0 })
  expect((await run('approve', rejected.email)).stderr).toContain('is Rejected')
  expect((await run('show', 'nobody@club.example')).code).toBe(1)
  expect(await profileOf(rejected)).toMatchObject({ ya_status: 'Rejected', ya_reason: 'No school card' })
})
