import type { Language } from '#contract/language.ts'
import { accountReader } from '#server/identity/accountReader.ts'
import { passkeyName } from '#server/identity/passkeys/accountPasskeys.ts'
import { passkeyCreation, readMadePasskey, relyingPartyOf } from '#server/identity/passkeys/ceremonies.ts'
import type { AddMail } from '#server/mail/mailer.ts'
import { recordAct } from '#server/services/acts.ts'
import { findAccount, lockAccount } from '#server/store/identity/accounts.ts'
import { addPasskey, findPasskeys, type Passkey, removeStaffPasskey } from '#server/store/identity/passkeys.ts'
import { deleteStaffSessions } from '#server/store/staff/staffSessions.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

type Creation = Awaited<ReturnType<typeof passkeyCreation>>

/** The passkeys of somebody who serves the club, as they manage them in the pages of staff. */
export interface StaffPasskeys {
  /** Null: this site has none. */
  list: (sub: string) => Promise<Passkey[] | null>
  /** What the browser needs to make one; null: this site has none. */
  begin: (wish: { sub: string; now: Date }) => Promise<Creation | null>
  /** Keeps what the browser has made, and tells its owner by mail. */
  add: (
    db: ActingPool,
    made: {
      sub: string
      credential: string
      userAgent: string | null
      lang: Language | undefined
      now: Date
    },
  ) => Promise<'added' | 'refused'>
  /** Removes one and ends the sign-ins but `session`, unless it is the only one. */
  remove: (
    db: ActingPool,
    passkey: { sub: string; id: string; session: string },
  ) => Promise<'removed' | 'last' | 'unknown'>
}

const aboutStaff = (id: string) => ({ subject: { kind: 'staff', id } as const, memberId: null })

/** Whoever calls has just proved to be there by a passkey that they have: no password is asked for. */
export function staffPasskeys(options: { db: ConnectionPool; addMail: AddMail; origin: string }): StaffPasskeys {
  const { db, addMail, origin } = options
  const purpose = 'staff_register'
  const hasPasskeys = relyingPartyOf(origin) !== null
  const list = async (sub: string) => (await findPasskeys(db, sub)).filter(({ forStaff }) => forStaff)
  return {
    list: (sub) => (hasPasskeys ? list(sub) : Promise.resolve(null)),
    async begin({ sub, now }) {
      const account = await findAccount(db, sub)
      if (!account || !hasPasskeys) return null
      const creation = await passkeyCreation({ db, origin, purpose, accountId: sub, now }, account)
      // A device that has only a passkey of the member's may make one for staff.
      const own = new Set((await list(sub)).map(({ id }) => id))
      return { ...creation, excludeCredentials: creation.excludeCredentials?.filter(({ id }) => own.has(id)) ?? [] }
    },
    async add(by, { sub, credential, userAgent, lang, now }) {
      const account = await findAccount(db, sub)
      if (!account || !hasPasskeys) return 'refused'
      const made = await readMadePasskey({ db, origin, purpose, accountId: sub, now }, credential)
      if (made === null) return 'refused'
      const [name, language] = [passkeyName(userAgent), lang ?? account.language]
      const to = await accountReader(db, { account, email: account.email, language })
      const isAdded = await inTransaction(by, async (transaction) => {
        if (!(await addPasskey(transaction, { ...made, accountId: sub, forStaff: true, name, now }))) return false
        await recordAct(transaction, { action: 'passkey_add', ...aboutStaff(sub), after: { name } })
        await addMail(transaction, to, { kind: 'staff_passkey_added', name })
        return true
      })
      return isAdded ? 'added' : 'refused'
    },
    remove: (by, { sub, id, session }) =>
      inTransaction(by, async (transaction) => {
        await lockAccount(transaction, sub)
        const own = (await findPasskeys(transaction, sub)).filter(({ forStaff }) => forStaff)
        const passkey = own.find((one) => one.id === id)
        if (!passkey) return 'unknown'
        if (own.length === 1) return 'last'
        await removeStaffPasskey(transaction, { id, accountId: sub })
        await deleteStaffSessions(transaction, sub, { except: session })
        const before = { name: passkey.name }
        await recordAct(transaction, { action: 'passkey_remove', ...aboutStaff(sub), before })
        return 'removed'
      }),
  }
}
