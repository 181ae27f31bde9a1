import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Language } from '#contract/language.ts'
import { mailName } from '#server/domain/mailName.ts'
import { signIn } from '#server/identity/signIn.ts'
import { ownAccount } from '#server/identity/ownAccount.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { aboutAccount, recordAct, staffActor } from '#server/services/acts.ts'
import { attemptEach, type Failure } from '#server/services/attemptEach.ts'
import { abandonApplication } from '#server/store/members/youth.ts'
import { leaveStaff } from '#server/services/staff/staffMembers.ts'
import {
  beginClosure,
  completeClosure,
  findDueClosures,
  lockDueClosure,
  reopenableMs,
  undoClosure,
  undoClosureOfMember,
} from '#server/store/members/accountClosures.ts'
import { idOf } from '#server/store/accountId.ts'
import { sha256 } from '#server/store/hash.ts'
import { findMemberByReference, requireMember } from '#server/store/members/members.ts'
import { isOnStaff } from '#server/store/staff/staffMembers.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { actingIn, inTransaction } from '#server/store/transactions.ts'

type Closing = { kind: 'closed'; closesAt: Date } | { kind: 'mismatch' | 'last_owner' }

/** Closing an account, and opening it again. */
export interface AccountClosures {
  /**
   * Mails the link that undoes it, in the language `lang` of the page, by default in the account's. `mismatch`: the
   * password is not the right one, where the member has one here. Whoever serves the club leaves the staff with it;
   * `last_owner`: the club would have no owner.
   */
  close: (wanted: { memberId: string; password: string; lang: Language | undefined; now: Date }) => Promise<Closing>
  /** Resolves to false when the link does not work (any more). */
  reopen: (wanted: { token: string; now: Date }) => Promise<boolean>
}

/** Closes and reopens accounts of the club’s own identity provider. */
export function accountClosures({ db, mailer }: { db: ConnectionPool; mailer: Mailer }): AccountClosures {
  return {
    async close({ memberId, password, lang, now }) {
      const account = await ownAccount(db, memberId)
      if (account && !(await signIn(db, account.email, password))) return { kind: 'mismatch' }
      const member = await requireMember(db, memberId)
      const token = randomBytes(32).toString('base64url')
      const closesAt = new Date(now.getTime() + reopenableMs)
      const language = lang ?? account?.language ?? member.preferred_lang
      const names = { firstName: member.first_name, chineseName: member.chinese_name }
      const to = { email: member.email, language, name: mailName(names, language, member.email_verified) }
      const wasStaff = account !== null && (await isOnStaff(db, account.id))
      const left = await inTransaction(db, async (transaction) => {
        const kept = account && (await leaveAsOneself(transaction, account.id, now))
        if (kept === 'last_owner') return kept
        const isBegun = await beginClosure(transaction, { memberId, tokenHash: sha256(token), now, closesAt })
        if (isBegun) await mailer.add(transaction, to, { kind: 'account_closed', closesAt, wasStaff, token })
        return 'done'
      })
      if (left === 'last_owner') return { kind: left }
      mailer.wake()
      return { kind: 'closed', closesAt }
    },
    reopen: ({ token, now }) =>
      inTransaction(db, (transaction) => undoClosure(transaction, { tokenHash: sha256(token), now })),
  }
}

/** Takes somebody off the staff who closes their own account. */
const leaveAsOneself = (db: Transaction<Database>, accountId: string, now: Date) =>
  leaveStaff(actingIn(db, staffActor(accountId)), accountId, now)

/**
 * Opens an account again for an operator, and makes the mailed link useless. Resolves to false when the member has
 * closed none.
 *
 * @param wanted.reference email address, member number or id
 */
export function undoClosureOf(db: ActingPool, wanted: { reference: string; now: Date }): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const member = await findMemberByReference(transaction, wanted.reference)
    if (!member || !(await undoClosureOfMember(transaction, member.id, wanted.now))) return false
    await recordAct(transaction, { action: 'closure_undo', ...aboutAccount(member.id) })
    return true
  })
}

/**
 * Completes the closures whose time has come, each in a transaction of its own: one that fails holds up no other. Safe
 * in several processes.
 *
 * @returns how many were completed
 */
export async function completeDueClosures(
  db: ActingPool,
  now: Date,
): Promise<{ completed: number; failures: Failure[] }> {
  const { done, failures } = await attemptEach(await findDueClosures(db, now), (id) =>
    inTransaction(db, async (transaction) => {
      const due = await lockDueClosure(transaction, id, now)
      // Who was invited to the staff meanwhile leaves it now; its only owner stays until there is another.
      const accountId = due && idOf(due.subject)
      if (!due || (accountId && (await leaveStaff(transaction, accountId, now)) === 'last_owner')) return false
      await abandonApplication(transaction, due.memberId, 'inactive')
      await completeClosure(transaction, { ...due, now })
      await recordAct(transaction, { action: 'closure_complete', ...aboutAccount(due.memberId) })
      return true
    }),
  )
  return { completed: done, failures }
}
