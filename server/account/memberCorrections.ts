import { keysOf } from '#contract/keysOf.ts'
import { type Contact, type ContactPart, contactParts } from '#contract/staff/members.ts'
import { accountReader } from '#server/identity/accountReader.ts'
import type { ResendVerification } from '#server/identity/email/resendVerification.ts'
import { ownAccount } from '#server/identity/ownAccount.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { aboutAccount, recordAct } from '#server/services/acts.ts'
import { readChoices } from '#server/services/membership/registration.ts'
import { findRecipient } from '#server/services/recipients.ts'
import { isDuplicate } from '#server/store/connection/databaseErrors.ts'
import { correctAddress } from '#server/store/identity/accounts.ts'
import {
  contactOf,
  findMember,
  lockMember,
  type MemberNames,
  namesOf,
  setContact,
  setNames,
} from '#server/store/members/members.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

interface Correction<Value> {
  memberId: string
  /** What whoever corrects it has seen: something else was changed meanwhile. */
  from: Value
  to: Value
  /** The member reads it. */
  reason: string
  now: Date
}

/** Why nothing was corrected. */
type NotCorrected = 'unknown_member' | 'closed' | 'changed' | 'unchanged'

/** What staff put right for a member who can't: a typo in a name, or in an address that nobody has verified. */
export interface MemberCorrections {
  /** Gives a member another name, and tells them by mail. */
  name: (db: ActingPool, wanted: Correction<MemberNames>) => Promise<'corrected' | NotCorrected>
  /**
   * Changes how a member is reached, the month of birth or the consent to news, and tells them by mail which of these.
   * `unknown_country`: it is none of the contents'.
   */
  contact: (db: ActingPool, wanted: Correction<Contact>) => Promise<'corrected' | 'unknown_country' | NotCorrected>
  /**
   * Gives a member another address, which is told to the old one and has to be verified by its reader. `verified`:
   * whoever has verified an address changes it themselves; `taken`: somebody else has it; `elsewhere`: it is changed
   * where the member signs in.
   */
  email: (
    db: ActingPool,
    wanted: Correction<string>,
  ) => Promise<'corrected' | 'verified' | 'taken' | 'elsewhere' | NotCorrected>
}

/** Corrects members of the club. */
export function memberCorrections(options: {
  mailer: Mailer
  notify: NotifyMember
  resendVerification: ResendVerification
}): MemberCorrections {
  const { mailer, notify, resendVerification } = options
  return {
    name: (db, { memberId, from, to, reason }) =>
      inTransaction(db, async (transaction) => {
        if (!(await findMember(transaction, memberId))) return 'unknown_member'
        const member = await lockMember(transaction, memberId)
        if (!member.active) return 'closed'
        if (!areSame(namesOf(member), from)) return 'changed'
        if (areSame(from, to)) return 'unchanged'
        await setNames(transaction, memberId, to)
        await recordAct(transaction, { action: 'name_correct', ...aboutAccount(memberId), reason })
        await notify(transaction, await findRecipient(transaction, memberId), { kind: 'name_corrected', ...to })
        return 'corrected'
      }),
    async contact(db, { memberId, from, to: wanted, reason }) {
      const { countries } = await readChoices(db)
      const to = { ...wanted, dob: wanted.dob === '' ? from.dob : wanted.dob }
      if (to.country !== '' && to.country !== from.country && !countries.has(to.country)) return 'unknown_country'
      return inTransaction(db, async (transaction) => {
        if (!(await findMember(transaction, memberId))) return 'unknown_member'
        const member = await lockMember(transaction, memberId)
        if (!member.active) return 'closed'
        const stored = contactOf(member)
        if (partsChanged(stored, from).length > 0) return 'changed'
        const parts = partsChanged(from, to)
        if (parts.length === 0) return 'unchanged'
        await setContact(transaction, memberId, to)
        await recordAct(transaction, {
          action: 'contact_correct',
          ...aboutAccount(memberId),
          after: { fields: parts },
          reason,
        })
        await notify(transaction, await findRecipient(transaction, memberId), { kind: 'details_corrected', parts })
        return 'corrected'
      })
    },
    async email(db, { memberId, from, to, reason, now }) {
      const member = await findMember(db, memberId)
      if (!member) return 'unknown_member'
      if (!member.active) return 'closed'
      const account = await ownAccount(db, memberId)
      if (!account) return 'elsewhere'
      if (account.email !== from) return 'changed'
      if (from === to) return 'unchanged'
      const reader = await accountReader(db, { account, email: from, language: account.language })
      const outcome = await inTransaction(db, async (transaction) => {
        const done = await correctAddress(transaction, { accountId: account.id, memberId, from, to, now })
        if (done !== 'corrected') return done
        await recordAct(transaction, { action: 'email_correct', ...aboutAccount(memberId), reason })
        await mailer.add(transaction, reader, { kind: 'address_corrected' })
        return done
      }).catch((error: unknown) => {
        if (isDuplicate(error)) return 'taken' as const
        throw error
      })
      if (outcome === 'corrected') await resendVerification({ email: to, memberId, lang: account.language })
      return outcome
    },
  }
}

const partOf = (field: keyof Contact): ContactPart => {
  if (field === 'country_code' || field === 'mobile') return 'mobile'
  if (field === 'dob') return 'birth'
  return field === 'receive_email_promotion' ? 'news' : 'address'
}

/** What two states of a member's contact differ in. */
function partsChanged(one: Contact, other: Contact): ContactPart[] {
  const changed = new Set(keysOf(one).flatMap((field) => (one[field] === other[field] ? [] : partOf(field))))
  return contactParts.filter((part) => changed.has(part))
}

const areSame = (one: MemberNames, other: MemberNames) =>
  one.first_name === other.first_name && one.last_name === other.last_name && one.chinese_name === other.chinese_name
