import { randomBytes } from 'node:crypto'
import type { Language } from '#contract/language.ts'
import { signIn } from '#server/identity/signIn.ts'
import { ownAccount } from '#server/identity/ownAccount.ts'
import { composeMail } from '#server/mail/mail.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { attemptEach, type Failure } from '#server/services/attemptEach.ts'
import {
  beginClosure,
  completeClosure,
  findDueClosures,
  lockDueClosure,
  reopenableMs,
  undoClosure,
  undoClosureOfMember,
} from '#server/store/members/accountClosures.ts'
import { sha256 } from '#server/store/hash.ts'
import { findMember, findMemberByReference } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

export type Closing = { kind: 'closed'; closesAt: Date } | { kind: 'mismatch' }

/** Closing an account, and opening it again. */
export interface AccountClosures {
  /**
   * Mails the link that undoes it, in the language `lang` of the page, by default in the account's. `mismatch`: the
   * password is not the right one, where the member has one here.
   */
  close: (wanted: { memberId: string; password: string; lang: Language | undefined; now: Date }) => Promise<Closing>
  /** Resolves to false when the link does not work (any more). */
  reopen: (wanted: { token: string; now: Date }) => Promise<boolean>
}

/** Closes and reopens accounts of the club’s own identity provider. `origin`: that of the mailed link. */
export function accountClosures(options: { db: ConnectionPool; mailer: Mailer; origin: string }): AccountClosures {
  const { db, mailer, origin } = options
  return {
    async close({ memberId, password, lang, now }) {
      const account = await ownAccount(db, memberId)
      if (account && !(await signIn(db, account.email, password))) return { kind: 'mismatch' }
      const member = await findMember(db, memberId)
      if (!member) throw new Error('A session names a member that does not exist')
      const token = randomBytes(32).toString('base64url')
      const closesAt = new Date(now.getTime() + reopenableMs)
      const language = lang ?? account?.language ?? member.preferred_lang
      const link = `${origin}/${language}/reopen-account#token=${token}`
      const mail = await composeMail(member.email, language, { kind: 'account_closed', closesAt }, link)
      await inTransaction(db, async (transaction) => {
        const isBegun = await beginClosure(transaction, { memberId, tokenHash: sha256(token), now, closesAt })
        if (isBegun) await mailer.add(transaction, mail)
      })
      mailer.wake()
      return { kind: 'closed', closesAt }
    },
    reopen: ({ token, now }) =>
      inTransaction(db, (transaction) => undoClosure(transaction, { tokenHash: sha256(token), now })),
  }
}

/**
 * Opens an account again for an operator, and makes the mailed link useless. Resolves to false when the member has
 * closed none.
 *
 * @param wanted.reference email address, member number or id
 */
export function undoClosureOf(db: ConnectionPool, wanted: { reference: string; now: Date }): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const member = await findMemberByReference(transaction, wanted.reference)
    return member !== undefined && undoClosureOfMember(transaction, member.id, wanted.now)
  })
}

/**
 * Completes the closures whose time has come, each in a transaction of its own: one that fails holds up no other. Safe
 * in several processes.
 *
 * @returns how many were completed
 */
export async function completeDueClosures(
  db: ConnectionPool,
  now: Date,
): Promise<{ completed: number; failures: Failure[] }> {
  const { results, failures } = await attemptEach(await findDueClosures(db, now), (id) =>
    inTransaction(db, async (transaction) => {
      const due = await lockDueClosure(transaction, id, now)
      if (due) await completeClosure(transaction, { ...due, now })
      return due !== null
    }),
  )
  return { completed: results.filter(Boolean).length, failures }
}
