import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Language } from '#contract/language.ts'
import { mailName } from '#server/domain/mailName.ts'
import { signIn } from '#server/identity/signIn.ts'
import { ownAccount } from '#server/identity/ownAccount.ts'
import { endChangeOf } from './addressChanges.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { aboutAccount, recordAct, refuseOwn, staffActor } from '#server/services/acts.ts'
import { attemptEach, type Failure } from '#server/services/attemptEach.ts'
import { abandonApplication } from '#server/store/members/youth.ts'
import { leaveStaff, mayTakeAccount } from '#server/services/staff/staffMembers.ts'
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
import { findMember, type MemberRow, requireMember } from '#server/store/members/members.ts'
import { isOnStaff } from '#server/store/staff/staffMembers.ts'
import type { ActingPool, ActingTransaction, ConnectionPool } from '#server/store/store.ts'
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
  /**
   * The same for staff, for a reason that the member reads, without a password. `unchanged`: it is closed already;
   * `on_staff`: the member serves the club, and whoever asks is no owner.
   */
  closeFor: (
    db: ActingPool,
    wanted: { memberId: string; reason: string; now: Date },
  ) => Promise<'closed' | 'unchanged' | 'last_owner' | 'on_staff' | 'unknown_member'>
  /** As `undoClosureOf`. */
  reopenFor: typeof undoClosureOf
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
      const closure = { member, accountId: account?.id ?? null, language: lang ?? account?.language, reason: null, now }
      const closed = await inTransaction(db, (transaction) => {
        const by = account && actingIn(transaction, staffActor(account.id))
        return closeIn(transaction, mailer, { ...closure, by })
      })
      if (closed === 'last_owner') return { kind: closed }
      mailer.wake()
      return { kind: 'closed', closesAt: new Date(now.getTime() + reopenableMs) }
    },
    async closeFor(acting, { memberId, reason, now }) {
      const member = await findMember(acting, memberId)
      if (!member) return 'unknown_member'
      const account = await ownAccount(acting, memberId)
      const closure = { member, accountId: account?.id ?? null, language: account?.language, reason, now }
      const closed = await inTransaction(acting, async (transaction) => {
        await refuseOwn(transaction, [{ action: 'account_close', memberId }])
        const by = transaction.actor.name
        if (account && !(await mayTakeAccount(transaction, account.id, by))) return 'on_staff'
        const done = await closeIn(transaction, mailer, { ...closure, by: transaction })
        if (done === 'closed')
          await recordAct(transaction, { action: 'account_close', ...aboutAccount(memberId), reason })
        return done
      })
      mailer.wake()
      return closed
    },
    reopenFor: undoClosureOf,
    reopen: ({ token, now }) =>
      inTransaction(db, (transaction) => undoClosure(transaction, { tokenHash: sha256(token), now })),
  }
}

interface Closure {
  member: MemberRow
  /** With the built-in provider; null elsewhere. */
  accountId: string | null
  /** Of the mail; by default the member's. */
  language: Language | undefined
  /** In whose name the account leaves the staff; null where it is no account of ours. */
  by: ActingTransaction | null
  /** The staff's, which the member reads; null where the member closes it. */
  reason: string | null
  now: Date
}

/** Closes an account, takes it off the staff, and mails the link that undoes it. */
async function closeIn(
  db: Transaction<Database>,
  mailer: Mailer,
  { member, accountId, language = member.preferred_lang, by, reason, now }: Closure,
): Promise<'closed' | 'unchanged' | 'last_owner'> {
  const token = randomBytes(32).toString('base64url')
  const closesAt = new Date(now.getTime() + reopenableMs)
  const names = { firstName: member.first_name, chineseName: member.chinese_name }
  const wasStaff = accountId !== null && (await isOnStaff(db, accountId))
  if (accountId !== null && by !== null && (await leaveStaff(by, accountId, now)) === 'last_owner') return 'last_owner'
  const begun = { memberId: member.id, tokenHash: sha256(token), now, closesAt }
  if (!(await beginClosure(db, begun))) return 'unchanged'
  await endChangeOf(db, { memberId: member.id, now, addMail: mailer.add })
  const to = { email: member.email, language, name: mailName(names, language, member.email_verified) }
  await mailer.add(db, to, { kind: 'account_closed', closesAt, wasStaff, reason, token })
  return 'closed'
}

/**
 * Opens an account again for staff, for a reason that the member reads, and makes the mailed link useless. Resolves to
 * false when the member has closed none.
 */
export function undoClosureOf(
  db: ActingPool,
  { memberId, reason, now }: { memberId: string; reason: string; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await undoClosureOfMember(transaction, memberId, now))) return false
    await recordAct(transaction, { action: 'closure_undo', ...aboutAccount(memberId), reason })
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
