import type { Transaction } from 'kysely'
import type { Language } from '#contract/language.ts'
import { placeOf } from '#server/domain/userAgent.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { type Account, hasPassword, lockAccount } from '#server/store/identity/accounts.ts'
import {
  addPasskey,
  findPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '#server/store/identity/passkeys.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { accountReader } from '../accountReader.ts'
import { ownAccount } from '../ownAccount.ts'
import { signIn } from '../signIn.ts'
import { type MadePasskey, passkeyCreation, readMadePasskey, relyingPartyOf } from './ceremonies.ts'

type Creation = Awaited<ReturnType<typeof passkeyCreation>>

/** Somebody's wish for a passkey. */
interface Wish {
  memberId: string
  password: string
  now: Date
}

/** The passkeys of members, as they manage them in their account. */
export interface AccountPasskeys {
  /** Null: the member's account, or this site, has none. */
  list: (memberId: string) => Promise<Passkey[] | null>
  /** What the browser needs to make one. `mismatch`: the password is not the right one. */
  begin: (wish: Wish) => Promise<Creation | 'mismatch'>
  /** Keeps what the browser has made, and tells the member by mail. */
  add: (
    made: Wish & { credential: string; userAgent: string | null; lang: Language | undefined },
  ) => Promise<'added' | 'mismatch' | 'refused'>
  /** Resolves to false where there is none (any more). */
  rename: (passkey: { memberId: string; id: string; name: string }) => Promise<boolean>
  /** Tells the member by mail. Resolves to false where there is none (any more), or staff sign in with it. */
  remove: (passkey: { memberId: string; id: string; lang: Language | undefined }) => Promise<boolean>
}

/** With an external identity provider there are no passkeys here. */
export const noAccountPasskeys: AccountPasskeys = {
  list: () => Promise.resolve(null),
  begin: () => Promise.resolve('mismatch'),
  add: () => Promise.resolve('mismatch'),
  rename: () => Promise.resolve(false),
  remove: () => Promise.resolve(false),
}

/** A passkey that a browser has made for an account, and who it is told to. */
interface NewPasskey {
  account: Account
  made: MadePasskey
  /** The name of the browser and the device that made it: the member may choose another. */
  userAgent: string | null
  language: Language
  now: Date
}

/** Keeps new passkeys. */
export interface PasskeyKeeper {
  /**
   * Keeps one that members sign in with, and tells its account by mail. Resolves to false where the account has too
   * many.
   *
   * @param isAllowed whether it may be kept, in the transaction that does so
   */
  keep: (passkey: NewPasskey, isAllowed: (db: Transaction<Database>) => Promise<boolean>) => Promise<boolean>
}

/** What a passkey is called until somebody calls it otherwise. */
export function passkeyName(userAgent: string | null): string {
  const { browser, device } = placeOf(userAgent)
  return [browser, device].filter(Boolean).join(', ') || 'Passkey'
}

/** Keeps passkeys of the club's own identity provider. */
export function passkeyKeeper({ db, mailer }: { db: ConnectionPool; mailer: Mailer }): PasskeyKeeper {
  return {
    async keep({ account, made, userAgent, language, now }, isAllowed) {
      const name = passkeyName(userAgent)
      const to = await accountReader(db, { account, email: account.email, language })
      const isKept = await inTransaction(db, async (transaction) => {
        await lockAccount(transaction, account.id)
        if (!(await isAllowed(transaction))) return false
        const kept = { accountId: account.id, forStaff: false, name, now }
        if (!(await addPasskey(transaction, { ...made, ...kept }))) return false
        await mailer.add(transaction, to, { kind: 'passkey_added', name })
        return true
      })
      mailer.wake()
      return isKept
    },
  }
}

/** Manages the passkeys of members of the club's own identity provider. */
export function accountPasskeys(options: {
  db: ConnectionPool
  mailer: Mailer
  origin: string
  keeper: PasskeyKeeper
}): AccountPasskeys {
  const { db, mailer, origin, keeper } = options
  if (relyingPartyOf(origin) === null) return noAccountPasskeys
  const purpose = 'register'
  const opened = async ({ memberId, password }: Wish) => {
    const own = await ownAccount(db, memberId)
    return own && (await signIn(db, own.email, password))
  }
  return {
    async list(memberId) {
      const account = await ownAccount(db, memberId)
      return account && findPasskeys(db, account.id)
    },
    async begin(wish) {
      const account = await opened(wish)
      if (!account) return 'mismatch'
      return passkeyCreation({ db, origin, purpose, accountId: account.id, now: wish.now }, account)
    },
    async add({ credential, userAgent, lang, ...wish }) {
      const account = await opened(wish)
      if (!account) return 'mismatch'
      const { now } = wish
      const made = await readMadePasskey({ db, origin, purpose, accountId: account.id, now }, credential)
      if (made === null) return 'refused'
      const passkey = { account, made, userAgent, language: lang ?? account.language, now }
      return (await keeper.keep(passkey, (transaction) => hasPassword(transaction, account))) ? 'added' : 'refused'
    },
    async rename({ memberId, id, name }) {
      const account = await ownAccount(db, memberId)
      return account !== null && renamePasskey(db, { id, accountId: account.id, name })
    },
    async remove({ memberId, id, lang }) {
      const account = await ownAccount(db, memberId)
      if (account === null) return false
      const to = await accountReader(db, { account, email: account.email, language: lang ?? account.language })
      const isRemoved = await inTransaction(db, async (transaction) => {
        const name = await removePasskey(transaction, { id, accountId: account.id })
        if (name !== null) await mailer.add(transaction, to, { kind: 'passkey_removed', name })
        return name !== null
      })
      mailer.wake()
      return isRemoved
    },
  }
}
