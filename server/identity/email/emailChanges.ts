import type { Language } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { isDuplicate } from '#server/store/connection/databaseErrors.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { signIn } from '../signIn.ts'
import { findEmailChange, moveAccount, saveEmailChange } from '#server/store/identity/emailChangeLinks.ts'
import { accountReader } from '../accountReader.ts'
import { builtInIssuer } from '../issuer.ts'
import { newVerificationToken } from '../links.ts'
import { ownAccount } from '../ownAccount.ts'

/**
 * Changing the address of an account, by proof of the new one. The account's subject stays, and so do its sign-ins. A
 * link works while the account has the password that it was asked for with: whoever takes an account back by its
 * address has chosen another one. The mails are in the language `lang` of the page, by default in the account's.
 */
export interface EmailChanges {
  /**
   * Mails a one-time link to the new address, whether or not somebody has it already. The caller counts the mail first.
   * `mismatch`: the password is not the right one, or the member signs in elsewhere.
   */
  request: (wanted: {
    memberId: string
    email: string
    password: string
    lang: Language | undefined
    now: Date
  }) => Promise<'sent' | 'mismatch'>
  /** The address that a link confirms; null where it does not work (any more). */
  find: (link: { token: string; now: Date }) => Promise<string | null>
  /**
   * Whoever has the link reads the mails to the new address. `taken`: by another account, which only its reader learns.
   */
  confirm: (wanted: {
    token: string
    lang: Language | undefined
    now: Date
  }) => Promise<'changed' | 'link_expired' | 'taken'>
}

/** With an external identity provider, addresses are changed there. */
export const noEmailChanges: EmailChanges = {
  request: () => Promise.resolve('mismatch'),
  find: () => Promise.resolve(null),
  confirm: () => Promise.resolve('link_expired'),
}

/** Changes addresses with the club’s own identity provider: the new one counts once its mailed link is opened. */
export function emailChanges({ db, mailer }: { db: ConnectionPool; mailer: Mailer }): EmailChanges {
  return {
    async request({ memberId, email, password, lang, now }) {
      const own = await ownAccount(db, memberId)
      const account = own && (await signIn(db, own.email, password))
      if (!account) return 'mismatch'
      const token = newVerificationToken()
      const { id: accountId, passwordHash } = account
      const language = lang ?? account.language
      // Whose address it is shows once the link is opened.
      const to = { email, language, name: null }
      await inTransaction(db, async (transaction) => {
        await saveEmailChange(transaction, { token, accountId, email, passwordHash, now })
        await mailer.add(transaction, to, { kind: 'new_address', email, token })
      })
      mailer.wake()
      return 'sent'
    },
    async find(link) {
      return (await findEmailChange(db, link))?.email ?? null
    },
    async confirm({ token, lang, now }) {
      const change = await findEmailChange(db, { token, now })
      if (!change) return 'link_expired'
      const { account, email } = change
      const language = lang ?? account.language
      const to = await accountReader(db, { account, email: account.email, language })
      const outcome = await inTransaction(db, async (transaction) => {
        const moved = await moveAccount(transaction, {
          token,
          accountId: account.id,
          issuer: builtInIssuer,
          email,
          now,
        })
        if (moved === 'changed') await mailer.add(transaction, to, { kind: 'address_changed', newEmail: email })
        return moved
      }).catch((error: unknown) => {
        // Somebody else has proved the same address at the same moment.
        if (isDuplicate(error)) return 'taken' as const
        throw error
      })
      mailer.wake()
      return outcome
    },
  }
}
