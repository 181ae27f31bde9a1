import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Language } from '#contract/language.ts'
import type { Created, NullableText, NullableTimestamp, Timestamp } from './columns.ts'

/** The built-in identity provider's accounts. The id is the subject. */
export interface IdentityAccountsTable {
  id: string
  email: string
  password_hash: string
  email_verified: Generated<boolean>
  /** The language of mails to this account: that of the page on which it was created. */
  language: Generated<Language>
  created_at: Created
  /** When whoever made it accepted the privacy policy and the terms; null where nobody was asked. */
  consented_at: NullableTimestamp
  /** When it was offered a passkey. */
  passkey_offered_at: NullableTimestamp
}

/** One-time links that the provider mailed. Only the SHA-256 of a link's token is stored. */
export interface IdentityLinksTable {
  token_hash: string
  account_id: string
  expires_at: Timestamp
  used_at: NullableTimestamp
  /** That of the registration which the link confirms; null when it confirms the account as it is. */
  password_hash: NullableText
  /** The code beside the link, hashed like a password; until when it works, and how often it was tried. */
  code_hash: NullableText
  code_expires_at: NullableTimestamp
  code_tries: Generated<number>
}

/** Links that choose a new password. Only the SHA-256 of a link's token is stored. */
export interface PasswordResetsTable {
  token_hash: string
  account_id: string
  expires_at: Timestamp
  used_at: NullableTimestamp
}

/** Links that prove a new address of an account. Only the SHA-256 of a link's token is stored. */
export interface EmailChangesTable extends PasswordResetsTable {
  email: string
  /** The account's when the link was asked for. */
  password_hash: string
}

/** Members' requests to close their account. Only the SHA-256 of the token that undoes one is stored. */
export interface AccountClosuresTable {
  id: Generated<string>
  member_id: string
  token_hash: string
  requested_at: Timestamp
  /** From when it can no longer be undone. */
  closes_at: Timestamp
  undone_at: NullableTimestamp
  /** When what names the person was removed. */
  completed_at: NullableTimestamp
}

/** oidc-provider's storage: one table for all its models. */
export interface IdentityPayloadsTable {
  model: string
  id: string
  payload: JSONColumnType<Record<string, unknown>>
  grant_id: NullableText
  user_code: NullableText
  uid: NullableText
  expires_at: NullableTimestamp
  consumed_at: NullableTimestamp
}

/** Passkeys of accounts. The id is that of the credential, in base64url. */
export interface PasskeysTable {
  id: string
  account_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  /** Whether it signs in to the pages of staff. */
  for_staff: Generated<boolean>
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

/** What browsers are asked to sign, until one has. Only the SHA-256 is stored. */
export interface PasskeyChallengesTable {
  challenge_hash: string
  purpose: string
  account_id: NullableText
  expires_at: Timestamp
}
