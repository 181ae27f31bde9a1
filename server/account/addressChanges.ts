import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { addressChangeDays, addressChangeHours } from '#contract/staff/members.ts'
import { accountReader } from '#server/identity/accountReader.ts'
import { ownAccount } from '#server/identity/ownAccount.ts'
import type { AddMail } from '#server/mail/mailer.ts'
import { aboutAccount, linkActor, recordAct, refuseOwn } from '#server/services/acts.ts'
import { attemptEach, type Failure } from '#server/services/attemptEach.ts'
import { findAccount } from '#server/store/identity/accounts.ts'
import {
  addChange,
  confirmChange,
  endChange,
  findChangeOfLink,
  findOpenChange,
  findRipeChanges,
  lockChange,
  lockRipeChange,
  moveToAddress,
  noteChanged,
} from '#server/store/identity/addressChanges.ts'
import { mayTakeAccount } from '#server/services/staff/staffMembers.ts'
import { findMember, lockMember } from '#server/store/members/members.ts'
import { isProvedByOthers } from '#server/store/members/provedMember.ts'
import type { ActingPool, ActingTransaction, ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { actingIn, inTransaction } from '#server/store/transactions.ts'

const waitMs = addressChangeHours * 60 * 60 * 1000
const lapseMs = addressChangeDays * 24 * 60 * 60 * 1000
const newToken = () => randomBytes(32).toString('base64url')

interface Asked {
  memberId: string
  to: string
  /** How the member has proved who they are: for the staff; members read it in their download alone. */
  proof: string
  /** The member reads it. */
  reason: string
  now: Date
}

type NotAsked =
  | 'unknown_member'
  | 'closed'
  | 'elsewhere'
  | 'unverified'
  | 'unchanged'
  | 'taken'
  | 'pending'
  | 'on_staff'

/**
 * What staff do for a member who no longer reads the verified address: one asks for another address, a second one
 * confirms it. Both addresses get a link that ends it; that to the new one also proves it. After three days, once it is
 * proved, the periodic task makes the change. Where the member serves the club, both are owners (`on_staff`).
 */
export interface AddressChanges {
  ask: (db: ActingPool, wanted: Asked) => Promise<'asked' | NotAsked>
  /**
   * `own`: whoever asked for it does not confirm it; `changed`: the member has another address by now, and the change
   * has ended. Resolves to when it is due.
   */
  confirm: (
    db: ActingPool,
    wanted: { changeId: string; now: Date },
  ) => Promise<{ dueAt: Date } | 'own' | 'unknown' | 'confirmed' | 'closed' | 'changed' | 'on_staff'>
  end: (db: ActingPool, wanted: { changeId: string; reason: string; now: Date }) => Promise<'ended' | 'unknown'>
  /** Ends the change of a link in a mail. Resolves to false where there is none (any more). */
  stop: (db: ConnectionPool, wanted: { token: string; now: Date }) => Promise<boolean>
}

interface KnownChange {
  accountId: string
  from: string
  to: string
  confirmedBy: string | null
}

/** Tells both addresses that a change is not made, if they were told that it would be. */
async function tellNotChanged(db: Transaction<Database>, addMail: AddMail, change: KnownChange): Promise<void> {
  const { accountId, from, to, confirmedBy } = change
  const account = await findAccount(db, accountId)
  if (!account || confirmedBy === null) return
  const reader = await accountReader(db, { account, email: from, language: account.language })
  const notice = { kind: 'address_not_changed', newEmail: to } as const
  await addMail(db, reader, notice)
  await addMail(db, { ...reader, email: to, name: null }, notice)
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
        await refuseOwn(transaction, [{ action: 'address_ask', memberId }])
        const askedBy = transaction.actor.name
        if (!(await mayTakeAccount(transaction, account.id, askedBy))) return 'on_staff'
        const member = await lockMember(transaction, memberId)
        if (!member.active) return 'closed'
        if (!member.email_verified) return 'unverified'
        if (member.email === to) return 'unchanged'
        if (await isProvedByOthers(transaction, { email: to, accountId: account.id })) return 'taken'
        const change = { memberId, accountId: account.id, from: member.email, to, proof, reason, askedBy, now }
        if (!(await addChange(transaction, change))) return 'pending'
        await recordAct(transaction, { action: 'address_ask', ...aboutAccount(memberId), reason })
        return 'asked'
      })
    },
    confirm: (db, { changeId, now }) =>
      inTransaction(db, async (transaction) => {
        const by = transaction.actor.name
        const change = await lockChange(transaction, changeId)
        if (!change) return 'unknown'
        if (change.confirmedBy !== null) return 'confirmed'
        if (change.askedBy === by) return 'own'
        const { memberId, accountId, from, to } = change
        await refuseOwn(transaction, [{ action: 'address_confirm', memberId }])
        if (!(await mayTakeAccount(transaction, accountId, by))) return 'on_staff'
        const account = await findAccount(transaction, accountId)
        const member = await lockMember(transaction, memberId)
        if (!account || !member.active) return 'closed'
        if (member.email !== from) {
          await endChange(transaction, changeId, now)
          const after = { state: 'changed' }
          await recordAct(transaction, { action: 'address_fail', ...aboutAccount(memberId), after })
          return 'changed'
        }
        const [token, proofToken] = [newToken(), newToken()]
        const dueAt = new Date(now.getTime() + waitMs)
        await confirmChange(transaction, changeId, { by, token, proofToken, dueAt })
        await recordAct(transaction, { action: 'address_confirm', ...aboutAccount(memberId) })
        const reader = await accountReader(transaction, { account, email: from, language: account.language })
        await addMail(transaction, reader, { kind: 'address_change_begun', newEmail: to, dueAt, token })
        const notice = { kind: 'address_to_confirm', newEmail: to, dueAt, token: proofToken } as const
        await addMail(transaction, { ...reader, email: to, name: null }, notice)
        return { dueAt }
      }),
    end: (db, { changeId, reason, now }) =>
      inTransaction(db, async (transaction) => {
        const change = await lockChange(transaction, changeId)
        if (!change) return 'unknown'
        await endChange(transaction, changeId, now)
        await recordAct(transaction, { action: 'address_end', ...aboutAccount(change.memberId), reason })
        await tellNotChanged(transaction, addMail, change)
        return 'ended'
      }),
    stop: (db, { token, now }) =>
      inTransaction(db, async (transaction) => {
        const found = await findChangeOfLink(transaction, token)
        const change = found && (await lockChange(transaction, found.id))
        if (!found || !change) return false
        await endChange(transaction, found.id, now)
        const acting = actingIn(transaction, linkActor(found.address))
        await recordAct(acting, { action: 'address_stop', ...aboutAccount(change.memberId) })
        await tellNotChanged(transaction, addMail, change)
        return true
      }),
  }
}

/** Ends the open change of a member whose account closes, if there is one. */
export async function endChangeOf(
  db: Transaction<Database>,
  { memberId, now, addMail }: { memberId: string; now: Date; addMail: AddMail },
): Promise<void> {
  const open = await findOpenChange(db, memberId)
  const change = open && (await lockChange(db, open.id))
  if (!change) return
  await endChange(db, change.id, now)
  await tellNotChanged(db, addMail, change)
}

type RipeChange = NonNullable<Awaited<ReturnType<typeof lockRipeChange>>>

/** Makes a change that is ripe, or says why it cannot be made. */
async function makeChange(db: ActingTransaction, change: RipeChange, now: Date) {
  const { memberId, accountId, from, to, confirmedBy, provedAt } = change
  if (confirmedBy === null) return 'unconfirmed'
  if (provedAt === null) return 'unproved'
  // The member may have joined the staff meanwhile.
  if (!(await mayTakeAccount(db, accountId, confirmedBy))) return 'on_staff'
  return moveToAddress(db, { memberId, accountId, from, to, now })
}

/**
 * Makes the changes whose time has come, each in a transaction of its own, once the new address is proved. One whose
 * account was closed, whose address has changed since, or whose new address is somebody else's by now, ends instead; so
 * does one that nobody has confirmed, or proved, 14 days after it was asked for. Safe in several processes.
 */
export async function makeDueChanges(
  db: ActingPool,
  { now, addMail }: { now: Date; addMail: AddMail },
): Promise<{ changed: number; failures: Failure[] }> {
  const ripe = { now, askedBefore: new Date(now.getTime() - lapseMs) }
  const { done, failures } = await attemptEach(await findRipeChanges(db, ripe), (id) =>
    inTransaction(db, async (transaction) => {
      const change = await lockRipeChange(transaction, id, ripe)
      if (!change) return false
      const { memberId, accountId, from, to } = change
      const account = await findAccount(transaction, accountId)
      const state = await makeChange(transaction, change, now)
      if (state !== 'moved' || !account) {
        await endChange(transaction, id, now)
        await recordAct(transaction, { action: 'address_fail', ...aboutAccount(memberId), after: { state } })
        await tellNotChanged(transaction, addMail, change)
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
