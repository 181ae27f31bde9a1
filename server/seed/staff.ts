import { randomUUID } from 'node:crypto'
import { type Role, roleNames } from '#contract/staff/roles.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { recordAct } from '#server/services/acts.ts'
import type { ActingTransaction } from '#server/store/store.ts'
import { demoPassword } from './accounts.ts'

const emailOf = (role: Role) => `${role.replaceAll('_', '.')}@clubbravo.test`

/** The addresses of the demo staff, one in each role. */
export const demoStaff: readonly string[] = roleNames.map(emailOf)

/** Adds one member of staff for each role. They are no members. */
export async function addStaff(db: ActingTransaction, now: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  for (const role of roleNames) {
    const [id, email, roles] = [randomUUID(), emailOf(role), [role]]
    await db
      .insertInto('identity_accounts')
      .values({ id, email, password_hash: passwordHash, email_verified: true, created_at: now })
      .execute()
    await db
      .insertInto('staff_members')
      .values({ account_id: id, email, roles, invited_by: db.actor.name, joined_at: now, is_demo: true })
      .execute()
    await recordAct(db, { action: 'staff_join', subject: { kind: 'staff', id }, memberId: null, after: { roles } })
  }
}
