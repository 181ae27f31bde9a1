import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Language } from '#contract/language.ts'
import type { Place } from '#server/domain/userAgent.ts'
import { accountReader } from '#server/identity/accountReader.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { passkeyName } from '#server/identity/passkeys/accountPasskeys.ts'
import { passkeyCreation, readMadePasskey } from '#server/identity/passkeys/ceremonies.ts'
import type { AddMail } from '#server/mail/mailer.ts'
import { staffActor } from '#server/services/acts.ts'
import { joinStaff } from '#server/services/staff/staffMembers.ts'
import { beginStaffSession } from '#server/services/staff/staffSessions.ts'
import { sha256 } from '#server/store/hash.ts'
import {
  type Account,
  createInvitedAccount,
  findAccountByEmail,
  lockAccount,
  savePassword,
} from '#server/store/identity/accounts.ts'
import { addPasskey, removeStaffPasskeys } from '#server/store/identity/passkeys.ts'
import { takeLock } from '#server/store/locks.ts'
import { confirmVerifiedAccount } from '#server/store/members/members.ts'
import { takeOverUnprovedMember } from '#server/store/members/provedMember.ts'
import { endInvitation, findInvitation, type OpenInvitation } from '#server/store/staff/staffInvitations.ts'
import { deleteStaffSessions } from '#server/store/staff/staffSessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { actingIn, inTransaction } from '#server/store/transactions.ts'

/** A link of an invitation that somebody has opened. */
interface Opened {
  db: ConnectionPool
  origin: string
  token: string
  now: Date
}

/** What its passkey answers: nothing changes before. */
const challengeOf = ({ db, origin, now }: Opened, { id }: OpenInvitation) =>
  ({ db, origin, purpose: `invitation:${id}`, accountId: null, now }) as const

/** The id of the account of an invitation to an address without one: the same for each passkey that is made for it. */
const newAccountId = (token: string) =>
  sha256(`account ${token}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** What the browser needs to make the passkey of an invited person; null where the link does not work. */
export async function invitedCreation(opened: Opened) {
  const { db, token, now } = opened
  const invitation = await findInvitation(db, sha256(token), now)
  if (!invitation) return null
  const known = await findAccountByEmail(db, invitation.email)
  const account = { id: known?.id ?? newAccountId(token), email: invitation.email }
  const options = await passkeyCreation(challengeOf(opened, invitation), account)
  // A device that has a passkey of the account makes another: whoever answers an invitation begins anew.
  return { ...options, excludeCredentials: [] }
}

/**
 * The account of an invitation's address, which whoever has the link is taken to have proved: a new one, that of the
 * member who has proved it, or that of somebody who never did, which they lose.
 *
 * @param made.passwordHash that of an account whose password nobody knows: a mail chooses another
 */
async function accountFor(
  db: Transaction<Database>,
  email: string,
  made: { id: string; passwordHash: string; now: Date },
): Promise<Account> {
  await createInvitedAccount(db, { ...made, email })
  const account = await findAccountByEmail(db, email)
  if (!account) throw new Error('The account of an invitation is gone')
  if (account.emailVerified) return account
  await lockAccount(db, account.id)
  await takeOverUnprovedMember(db, account.id, made.now)
  await savePassword(db, account.id, made.passwordHash)
  await confirmVerifiedAccount(db, account.id)
  return { ...account, emailVerified: true }
}

/** Why nobody has joined: everything is as it was. */
class NotJoined extends Error {
  readonly why: 'ended' | 'last_owner' | 'refused'

  constructor(why: NotJoined['why']) {
    super(why)
    this.why = why
  }
}

interface Answer {
  credential: string
  userAgent: string | null
  place: Place
  language: Language
  addMail: AddMail
}

/**
 * Makes an invited person a member of staff with the passkey that their browser has made, which replaces all that
 * signed them in as staff before, and tells them by mail. Resolves to the token of their session.
 *
 * - `ended`: the link does not work (any more)
 * - `refused`: it is not what the browser was asked to make
 * - `last_owner`: they are the club's only owner, and the invitation has other roles
 */
export async function acceptInvitation(
  opened: Opened,
  { credential, userAgent, place, language, addMail }: Answer,
): Promise<{ token: string } | NotJoined['why']> {
  const { db, token, now } = opened
  const invited = await findInvitation(db, sha256(token), now)
  if (!invited) return 'ended'
  const made = await readMadePasskey(challengeOf(opened, invited), credential)
  if (made === null) return 'refused'
  const passwordHash = await hashPassword(randomUUID())
  const join = async (transaction: Transaction<Database>) => {
    await takeLock(transaction, 'staff')
    const invitation = await endInvitation(transaction, { tokenHash: sha256(token) }, now)
    if (!invitation) throw new NotJoined('ended')
    const { email, roles, invitedBy } = invitation
    const account = await accountFor(transaction, email, { id: newAccountId(token), passwordHash, now })
    const { id: accountId } = account
    const joining = { accountId, email, roles, invitedBy, now }
    if (!(await joinStaff(actingIn(transaction, staffActor(accountId)), joining))) throw new NotJoined('last_owner')
    await removeStaffPasskeys(transaction, accountId)
    await deleteStaffSessions(transaction, accountId)
    const name = passkeyName(userAgent)
    if (!(await addPasskey(transaction, { ...made, accountId, forStaff: true, name, now })))
      throw new NotJoined('refused')
    const to = await accountReader(transaction, { account, email, language })
    await addMail(transaction, to, { kind: 'staff_passkey_added', name })
    return { token: await beginStaffSession(transaction, { accountId, now, ...place }) }
  }
  try {
    return await inTransaction(db, join)
  } catch (error) {
    if (error instanceof NotJoined) return error.why
    throw error
  }
}
