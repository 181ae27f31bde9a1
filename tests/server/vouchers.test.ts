import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { newReference, newVoucherCode } from '#server/services/codes.ts'
import { takePoints } from '#server/services/points/points.ts'
import { markVoucher } from '#server/services/spending/vouchers.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { runCommand, runProgram } from '#tests/support/commands.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const run = (...words: string[]) => runCommand(api.dataDir, ['vouchers', ...words])

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

test('A voucher that an operator marks as used is used for the member, once, until the mark is taken back', async () => {
  const { member, code, refNo, usedAt } = await holder()
  expect((await run('used', code, '--dry-run')).stdout).toContain('would be used.\nThis was a dry run')
  expect(await usedAt()).toBeNull()
  const used = await runProgram(api.dataDir, ['vouchers', 'used', code.toLowerCase().replaceAll('-', ' ')])
  expect(used).toEqual({
    code: 0,
    stderr: '',
    stdout: `Voucher ${code} (drink, reference ${refNo}, of ${member.email}) is used.\n`,
  })
  expect(await usedAt()).toMatch(/^\d{4}-/)
  const again = await run('used', code)
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toContain(`was used at ${await usedAt()}`)
  expect(await run('unused', code)).toMatchObject({ code: 0, stderr: '' })
  expect(await usedAt()).toBeNull()
  expect((await run('unused', code)).stderr).toContain('is not used')
})

test('Two counters that mark a voucher at once: one of them is told that it was used', async () => {
  const { code } = await holder()
  const mark = { code, isUsed: true, takesExpired: false, undoes: 'any', isDryRun: false, now: new Date() } as const
  const marked = await Promise.all([1, 2, 3].map(() => asStaff(() => markVoucher(api.serverDb, mark))))
  expect(marked.map(({ kind }) => kind).toSorted()).toEqual(['marked', 'unchanged', 'unchanged'])
})

test('An expired voucher is marked only by choice, and an unknown one never', async () => {
  const { code, usedAt } = await holder(new Date('2026-01-31T15:59:59.999Z'))
  expect((await run('used', code)).stderr).toContain('expired at 2026-01-31T15:59:59.999Z. With --expired')
  expect(await usedAt()).toBeNull()
  expect(await run('used', code, '--expired')).toMatchObject({ code: 0 })
  expect(await usedAt()).not.toBeNull()
  expect(await run('used', 'ABCD-EFGH-JKLM')).toMatchObject({
    code: 1,
    stderr: 'There is no voucher ABCD-EFGH-JKLM.\n',
  })
})
