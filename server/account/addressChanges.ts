import { randomBytes } from 'node:crypto'
import { addressChangeHours } from '#contract/staff/members.ts'
import { accountReader } from '#server/identity/accountReader.ts'
import { ownAccount } from '#server/identity/ownAccount.ts'
import type { AddMail } from '#server/mail/mailer.ts'
import { aboutAccount, recordAct } from '#server/services/acts.ts'
import { attemptEach, type Failure } from '#server/services/attemptEach.ts'
import { findAccount, findAccountByEmail } from '#server/store/identity/accounts.ts'
import {
  addChange,
  confirmChange,
  endChange,
  findDueChanges,
  lockChange,
  moveToAddress,
  noteChanged,
} from '#server/store/identity/addressChanges.ts'
import { findMember, lockMember } from '#server/store/members/members.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

const waitMs = addressChangeHours * 60 * 60 * 1000

interface Asked {
  memberId: string
  to: string
  /** How the member has proved who they are: for the staff alone. */
  proof: string
  /** The member reads it. */
  reason: string
  now: Date
}

type NotAsked = 'unknown_member' | 'closed' | 'elsewhere' | 'unverified' | 'unchanged' | 'taken' | 'pending'

/**
 * What staff do for a member who no longer reads the verified address: one asks for another address, a second one
 * confirms it, both addresses get a link that ends it, and after three days the periodic task makes the change.
 */
export interface AddressChanges {
  ask: (db: ActingPool, wanted: Asked) => Promise<'asked' | NotAsked>
  /** `own`: whoever asked for it does not confirm it. Resolves to when it is due. */
  confirm: (
    db: ActingPool,
    wanted: { changeId: string; now: Date },
  ) => Promise<{ dueAt: Date } | 'own' | 'unknown' | 'confirmed' | 'closed'>
  end: (db: ActingPool, wanted: { changeId: string; reason: string; now: Date }) => Promise<'ended' | 'unknown'>
}

/** Changes lost addresses of members who sign in with the built-in provider. */
export function addressChanges({ addMail }: { addMail: AddMail }): AddressChanges {
  return {
    async ask(db, { memberId, to, proof, reason, now }) {
      const known = await findMember(db, memberId)
      if (!known) return 'unknown_member'
      const account = await ownAccount(db, memberId)
      if (!account) return 'elsewhere'
      return inTransaction(db, async (transaction) => {
        const member = await lockMember(transaction, memberId)
        if (!member.active) return 'closed'
        if (!member.email_verified) return 'unverified'
        if (member.email === to) return 'unchanged'
        if ((await findAccountByEmail(transaction, to))?.emailVerified) return 'taken'
        const askedBy = transaction.actor.name
        const change = { memberId, accountId: account.id, from: member.email, to, proof, reason, askedBy, now }
        if (!(await addChange(transaction, change))) return 'pending'
        await recordAct(transaction, { action: 'address_ask', ...aboutAccount(memberId), reason })
        return 'asked'
      })
    },
    confirm: (db, { changeId, now }) =>
      inTransaction(db, async (transaction) => {
        const change = await lockChange(transaction, changeId)
        if (!change) return 'unknown'
        if (change.confirmedBy !== null) return 'confirmed'
        if (change.askedBy === transaction.actor.name) return 'own'
        const { memberId, accountId, from, to } = change
        const account = await findAccount(transaction, accountId)
        if (!account || !(await lockMember(transaction, memberId)).active) return 'closed'
        const token = randomBytes(32).toString('base64url')
        const dueAt = new Date(now.getTime() + waitMs)
        await confirmChange(transaction, changeId, { by: transaction.actor.name, token, dueAt })
        await recordAct(transaction, { action: 'address_confirm', ...aboutAccount(memberId) })
        const reader = await accountReader(transaction, { account, email: from, language: account.language })
        const notice = { kind: 'address_change_begun', newEmail: to, dueAt, token } as const
        await addMail(transaction, reader, notice)
        await addMail(transaction, { ...reader, email: to, name: null }, notice)
        return { dueAt }
      }),
    end: (db, { changeId, reason, now }) =>
      inTransaction(db, async (transaction) => {
        const change = await lockChange(transaction, changeId)
        if (!change) return 'unknown'
        await endChange(transaction, changeId, now)
        await recordAct(transaction, { action: 'address_end', ...aboutAccount(change.memberId), reason })
        return 'ended'
      }),
  }
}

/**
 * Makes the changes whose time has come, each in a transaction of its own. One whose account was closed, whose address
 * has changed since, or whose new address is somebody else's by now, ends instead. Safe in several processes.
 */
export async function makeDueChanges(
  db: ActingPool,
  { now, addMail }: { now: Date; addMail: AddMail },
): Promise<{ changed: number; failures: Failure[] }> {
  const { done, failures } = await attemptEach(await findDueChanges(db, now), (id) =>
    inTransaction(db, async (transaction) => {
      const change = await lockChange(transaction, id)
      if (!change || change.dueAt === null || change.dueAt > now) return false
      const { memberId, accountId, from, to } = change
      const account = await findAccount(transaction, accountId)
      const moved = await moveToAddress(transaction, { memberId, accountId, from, to, now })
      if (moved !== 'moved' || !account) {
        await endChange(transaction, id, now)
        await recordAct(transaction, { action: 'address_fail', ...aboutAccount(memberId), after: { state: moved } })
        return false
      }
      await noteChanged(transaction, id, now)
      await recordAct(transaction, { action: 'address_change', ...aboutAccount(memberId) })
      const reader = await accountReader(transaction, { account, email: from, language: account.language })
      await addMail(transaction, reader, { kind: 'address_changed', newEmail: to })
      return true
    }),
  )
  return { changed: done, failures }
}
