import { defaultLanguage, type Language } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { discardMail } from '#server/store/mailOutbox.ts'
import { confirmVerifiedAccount } from '#server/store/members/members.ts'
import { removeMemberPasskeys } from '#server/store/identity/passkeys.ts'
import { takeOverUnprovedMember } from '#server/store/members/provedMember.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { signIn } from '../signIn.ts'
import {
  type Account,
  findAccountByEmail,
  lockAccount,
  replacePassword,
  savePassword,
} from '#server/store/identity/accounts.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { accountReader } from '../accountReader.ts'
import { newVerificationToken } from '../links.ts'
import { ownAccount } from '../ownAccount.ts'
import { hashPassword } from './passwords.ts'
import { endResetLinks, findResetAccount, saveResetLink, spendResetLink } from '#server/store/identity/resetLinks.ts'

/**
 * Choosing a new password, by a mailed link or by the one that it replaces. Either ends every sign-in of the account: a
 * trigger of the database does so, whoever changes a password. The mails are in the language `lang` of the page, by
 * default in the account's.
 */
export interface PasswordChanges {
  /**
   * Mails a one-time link to the account with this address. Does the same work if there is none, and sends nothing. The
   * caller counts the mail for whoever asks first, to unknown addresses, too. `sent_before`: there were so many from
   * everybody within an hour that none more is sent; the newest works.
   */
  sendLink: (wanted: { email: string; lang: Language | undefined; now: Date }) => Promise<'sent' | 'sent_before'>
  /** Whoever has the link reads the address's mails: the address is verified by it, and told to them. */
  reset: (wanted: {
    token: string
    password: string
    lang: Language | undefined
    now: Date
  }) => Promise<{ kind: 'changed'; email: string } | { kind: 'link_expired' | 'common' }>
  /** `mismatch`: the current password is not the right one, or the member signs in elsewhere. `same`: it stays. */
  change: (wanted: {
    memberId: string
    current: string
    password: string
    lang: Language | undefined
    now: Date
  }) => Promise<'changed' | 'mismatch' | 'same' | 'common'>
}

/** With an external identity provider there are no passwords here: no link is sent, and none works. */
export const noPasswordChanges: PasswordChanges = {
  sendLink: () => Promise.resolve('sent'),
  reset: () => Promise.resolve({ kind: 'link_expired' }),
  change: () => Promise.resolve('mismatch'),
}

/** Resets and changes passwords of the club’s own identity provider. */
export function passwordChanges(options: {
  db: ConnectionPool
  mailer: Mailer
  rateLimiter: Pick<RateLimiter, 'consume'>
}): PasswordChanges {
  const { db, mailer, rateLimiter } = options
  const readerOf = (account: Account, language: Language) =>
    accountReader(db, { account, email: account.email, language })

  return {
    async sendLink({ email, lang, now }) {
      if ((await rateLimiter.consume({ of: 'recipient', about: 'password', email })) > 0) return 'sent_before'
      const token = newVerificationToken()
      const account = await findAccountByEmail(db, email)
      const language = lang ?? account?.language ?? defaultLanguage
      const to = await accountReader(db, { account, email, language })
      await inTransaction(db, async (transaction) => {
        const isWanted = await saveResetLink(transaction, { token, email, now })
        const id = await mailer.add(transaction, to, { kind: 'password_forgotten', email, token })
        await discardMail(transaction, { id, isWanted })
      })
      mailer.wake()
      return 'sent'
    },
    async reset({ token, password, lang, now }) {
      const account = await findResetAccount(db, { token, now })
      if (!account) return { kind: 'link_expired' }
      if (await isCommonPassword(password)) return { kind: 'common' }
      const [passwordHash, to] = await Promise.all([
        hashPassword(password),
        readerOf(account, lang ?? account.language),
      ])
      const isChanged = await inTransaction(db, async (transaction) => {
        await lockAccount(transaction, account.id)
        if (!(await spendResetLink(transaction, { token, accountId: account.id, now }))) return false
        if (!account.emailVerified) await takeOverUnprovedMember(transaction, account.id, now)
        await savePassword(transaction, account.id, passwordHash)
        // Whoever had got in before may have left one.
        await removeMemberPasskeys(transaction, account.id)
        await confirmVerifiedAccount(transaction, account.id)
        await mailer.add(transaction, to, { kind: 'password_changed', email: account.email })
        return true
      })
      mailer.wake()
      return isChanged ? { kind: 'changed', email: account.email } : { kind: 'link_expired' }
    },
    async change({ memberId, current, password, lang, now }) {
      const own = await ownAccount(db, memberId)
      const account = own && (await signIn(db, own.email, current))
      if (!account) return 'mismatch'
      if (password.normalize('NFKC') === current.normalize('NFKC')) return 'same'
      if (await isCommonPassword(password)) return 'common'
      const [passwordHash, to] = await Promise.all([
        hashPassword(password),
        readerOf(account, lang ?? account.language),
      ])
      const passwords = { from: account.passwordHash, to: passwordHash }
      const isChanged = await inTransaction(db, async (transaction) => {
        await lockAccount(transaction, account.id)
        await endResetLinks(transaction, { accountId: account.id, now })
        if (!(await replacePassword(transaction, account.id, passwords))) return false
        await mailer.add(transaction, to, { kind: 'password_changed', email: account.email })
        return true
      })
      mailer.wake()
      return isChanged ? 'changed' : 'mismatch'
    },
  }
}
