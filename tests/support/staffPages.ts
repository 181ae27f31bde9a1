import type { BrowserContext } from '@playwright/test'
import type { Role } from '#contract/staff/roles.ts'
import { newReference, newVoucherCode } from '#server/services/codes.ts'
import { type StudentCard, saveStudentCard } from '#server/services/membership/studentCards.ts'
import { moveApplication } from '#server/services/membership/youth.ts'
import { takePoints } from '#server/services/points/points.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { staffCookie } from '#contract/endpoint.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import type { Club } from './club.ts'
import { addEntries } from './ledgerEntries.ts'
import { newMember, type TestMember } from './members.ts'
import { newStaff, staffToken, type TestStaff } from './staffSignIn.ts'

/** Signs somebody in, in all pages of a browser, who serves the club in these roles and has just used the passkey. */
export async function signInAsStaff(context: BrowserContext, club: Club, roles: readonly Role[]): Promise<TestStaff> {
  const staff = await newStaff(club.db, roles)
  const { name } = staffCookie(club.origin)
  const value = await staffToken(club.db, staff)
  await context.addCookies([{ name, value, url: club.origin, httpOnly: true, sameSite: 'Strict' }])
  return staff
}

/** A member whose paid application waits, with a card. */
export async function addApplicant(
  { db, server }: { db: ConnectionPool; server: { dataDir: string } },
  card: StudentCard,
  own: Record<string, unknown> = {},
): Promise<TestMember> {
  const member = await newMember(db)
  await inTransaction(db, async (transaction) => {
    const now = new Date()
    await moveApplication(transaction, member.id, { event: 'applied', now })
    await moveApplication(transaction, member.id, { event: 'paid', now })
    await saveStudentCard(
      transaction,
      { memberId: member.id, ...card },
      { readKeys: () => readSealingKeys(server.dataDir), now },
    )
    await transaction
      .updateTable('members')
      .set({ school_name: 'Pier Road School', ...own })
      .where('id', '=', member.id)
      .execute()
  })
  return member
}

/** A member who has redeemed something, by post or with a voucher. */
export async function addRedeemer(db: ConnectionPool, delivery: 'Mail' | 'Email', expiresAt: Date | null = null) {
  const member = await newMember(db)
  await addEntries(db, member.id, [{ code: 'Bulk Import', points: 500, at: new Date() }])
  const [refNo, code] = [newReference(), newVoucherCode()]
  await inTransaction(db, async (transaction) => {
    const cause = { memberId: member.id, code: 'Reward Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, 400)
    if (taken.kind === 'short') throw new Error('Too few points')
    const isPost = delivery === 'Mail'
    const address = isPost ? { road_or_street: '1 Pier Road', district: 'Central' } : null
    const vouchers = isPost ? [] : [{ code, expiresAt }]
    await addRedemption(transaction, {
      entryId: taken.entryId,
      alias: 'tote',
      quantity: 1,
      refNo,
      delivery,
      address,
      vouchers,
    })
  })
  return { ...member, refNo, code }
}
