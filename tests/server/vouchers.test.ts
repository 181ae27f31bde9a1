import { expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { newReference, newVoucherCode } from '#server/services/codes.ts'
import { takePoints } from '#server/services/points/points.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada } = await staffedApi('membership')

const mark = (code: string, isUsed: boolean, takesExpired = false) =>
  staff.call(endpoints.markVoucher, { code, isUsed, takesExpired }, ada)

/** Redeems a drink of so many points; resolves to its reference. */
async function redeemDrink(memberId: string, points: number, voucher: { code: string; expiresAt: Date | null }) {
  const refNo = newReference()
  await inTransaction(api.db, async (transaction) => {
    const cause = { memberId, code: 'Reward Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, points)
    if (taken.kind === 'short') throw new Error('Too few points')
    const what = { alias: 'drink', quantity: 1, refNo, delivery: 'Email', address: null } as const
    await addRedemption(transaction, { entryId: taken.entryId, ...what, vouchers: [voucher] })
  })
  return refNo
}

/** A member with a voucher, and what they see of their redemptions. */
async function holder(expiresAt: Date | null = null) {
  const member = await newMember(api.db)
  await addEntries(api.db, member.id, [{ code: 'Bulk Import', points: 1000, at: new Date() }])
  const code = newVoucherCode()
  const refNo = await redeemDrink(member.id, 100, { code, expiresAt })
  const token = await api.signIn(member.id)
  const listed = async () => {
    const { body } = await api.call(endpoints.listRedeemedItems, {}, { token })
    return v.parse(endpoints.listRedeemedItems.answer, body).redeemed_items
  }
  const usedAt = async () => (await listed())[0]?.couponArr?.[0]?.used_at
  return { member, code, refNo, listed, usedAt }
}

test('Everything that a member has redeemed is listed, however much has come since', async () => {
  const { member, code, refNo, listed } = await holder()
  for (let count = 0; count < 205; count += 1)
    await redeemDrink(member.id, 1, { code: newVoucherCode(), expiresAt: null })
  const all = await listed()
  expect(all).toHaveLength(206)
  expect(all.at(-1)).toMatchObject({ ref_no: refNo, couponArr: [{ code }] })
})

test('A voucher that staff mark as used is used for the member, once, until the mark is taken back', async () => {
  const { code, refNo, usedAt } = await holder()
  const about = { code, alias: 'drink', refNo }
  expect(await mark(code.toLowerCase().replaceAll('-', ' '), true)).toMatchObject({ kind: 'marked', voucher: about })
  const used = await usedAt()
  expect(used).toMatch(/^\d{4}-/)
  const again = await mark(code, true)
  expect(again).toMatchObject({ kind: 'unchanged', voucher: { ...about, usedAt: used, used: { by: ada.email } } })
  expect(await usedAt()).toBe(used)
  expect(await mark(code, false)).toMatchObject({ kind: 'marked', voucher: about })
  expect(await usedAt()).toBeNull()
  expect(await mark(code, false)).toMatchObject({ kind: 'unchanged', voucher: { usedAt: null } })
})

test('An expired voucher is marked only by choice, and an unknown one never', async () => {
  const end = '2026-01-31T15:59:59.999Z'
  const { code, usedAt } = await holder(new Date(end))
  expect(await mark(code, true)).toMatchObject({ kind: 'expired', voucher: { expiresAt: end } })
  expect(await usedAt()).toBeNull()
  expect(await mark(code, true, true)).toMatchObject({ kind: 'marked' })
  expect(await usedAt()).not.toBeNull()
  expect(await mark('ABCD-EFGH-JKLM', true)).toEqual({ kind: 'unknown' })
})
