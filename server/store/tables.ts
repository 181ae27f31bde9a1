import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Language, LocalizedText } from '#contract/language.ts'

type Created = ColumnType<Date, Date | undefined, never>
type Moment = ColumnType<Date, Date, Date>
type MaybeMoment = ColumnType<Date | null, Date | null | undefined, Date | null>
type MaybeText = ColumnType<string | null, string | null | undefined, string | null>

/** A member of the club. `provider_subject` binds the row to the identity provider's account. */
export interface MembersTable {
  id: string
  email: string
  provider_subject: string
  /** What the provider last said of the address (the claim of the `id_token` at sign-in). */
  provider_email_verified: Generated<boolean>
  email_verified: Generated<boolean>
  salutations: MaybeText
  first_name: MaybeText
  last_name: MaybeText
  chinese_name: MaybeText
  /** A plain date, YYYY-MM-01. */
  dob: MaybeText
  gender: MaybeText
  country_code: Generated<string>
  mobile: MaybeText
  member_no: MaybeText
  membership_tier: Generated<'Black' | 'Red' | 'Gold' | 'Diamond'>
  membership_since: MaybeMoment
  tier_expiry_date: MaybeMoment
  is_profile_completed: Generated<boolean>
  is_submitted_profile: Generated<string>
  ya_status: Generated<string>
  preferred_lang: Generated<'en' | 'tc'>
  receive_email_promotion: Generated<boolean>
  active: Generated<boolean>
  created_at: Created
}

/** Club tokens. Only the SHA-256 of a token is kept. */
export interface SessionsTable {
  token_hash: string
  member_id: string
  created_at: Created
  expires_at: Moment
  revoked_at: MaybeMoment
}

/** The ledger: append-only, held by a trigger. `reference` is unique with `code`, so that each cause applies once. */
export interface PointTransactionsTable {
  id: Generated<string>
  member_id: string
  created_at: Created
  code: string
  description: JSONColumnType<LocalizedText> | null
  delta_balance: number
  /** What caused it: the ticket number for a scan. */
  reference: string
}

/** Points that expire together. `remaining` between 0 and `earned` (a check constraint). */
export interface PointBucketsTable {
  id: Generated<string>
  member_id: string
  transaction_id: string
  earned: number
  remaining: number
  expires_at: MaybeMoment
}

/** The parts that a debit took from buckets: they sum to the debit. Append-only. */
export interface PointBucketDebitsTable {
  transaction_id: string
  bucket_id: string
  amount: number
}

export interface PerformancesTable {
  id: string
  name: JSONColumnType<LocalizedText>
  venue: JSONColumnType<LocalizedText>
  starts_at: Moment
  ends_at: Moment
  /** Set by settlement; pending claims become points then. */
  settled_at: MaybeMoment
}

/** A ticket that an outlet sold. `amount` in Hong Kong dollars (two decimals); `code` is what its QR code says. */
export interface TicketsTable {
  ticket_no: string
  performance_id: string
  code: string
  /** SHA-256 of `code`, in hex: the key that a scanned code is looked up by. */
  code_hash: string
  seat: string
  amount: number
}

/** Which member has scanned the code of which ticket: only those may claim it, so that a guessed ticket number is worth nothing. */
export interface TicketSightingsTable {
  member_id: string
  ticket_no: string
  seen_at: Moment
}

/** One row a claimed ticket: the primary key on the ticket number settles every race. */
export interface TicketClaimsTable {
  ticket_no: string
  member_id: string
  claimed_at: Moment
  /** The ledger entry; null while the claim is pending. */
  transaction_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** Answers that were given under an `Idempotency-Key`, scoped to member and route; kept 90 days or more. */
export interface IdempotencyKeysTable {
  member_id: string
  route: string
  key: string
  /** SHA-256 of the request body. */
  body_hash: string
  answer: JSONColumnType<Record<string, unknown>>
  created_at: Created
}

/** Keys that the product signs with, as private JWKs: `ticket` (Ed25519), `identity` (RS256), `cookie` (oct). */
export interface SigningKeysTable {
  kid: string
  purpose: 'ticket' | 'identity' | 'cookie'
  jwk: JSONColumnType<Record<string, unknown>>
  created_at: Created
}

/** Texts of an entry by field and language: a line, or Markdown. What is missing is not there. */
export type StoredTexts = Record<string, Partial<Record<Language, string>>>

/** The contents: what editors write. `server/content/groups.ts` says what each group's `fields` and `texts` are. */
export interface ContentsTable {
  id: Generated<string>
  group_name: string
  key: string
  /** The entry's place in its group. */
  position: number
  fields: JSONColumnType<Record<string, unknown>>
  texts: JSONColumnType<StoredTexts>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** The pictures of the contents, as editors made them. */
export interface ImagesTable {
  /** The path below `images/` in a content folder, without ending. */
  name: string
  /** The name as one word, with the beginning of the hash: what stands in addresses. */
  address: string
  media_type: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Buffer
  /** SHA-256 of the bytes, in hex. */
  hash: string
  /** In pixels, upright; for a drawing those of its view box. */
  width: number
  height: number
}

/** One row: another version after every import. */
export interface ContentsVersionTable {
  single: Generated<boolean>
  version: Generated<string>
  /** null where contents were never imported. */
  imported_at: MaybeMoment
}

/** The built-in identity provider's accounts. The id is the subject. */
export interface IdentityAccountsTable {
  id: string
  email: string
  password_hash: string
  email_verified: Generated<boolean>
  /** The language of the mails to this account: that of the page on which it was made. */
  language: Generated<Language>
  created_at: Created
}

/** One-time links that the provider mailed. Only the SHA-256 of a link's token is kept. */
export interface IdentityLinksTable {
  token_hash: string
  account_id: string
  expires_at: Moment
  used_at: MaybeMoment
}

/** oidc-provider's storage: one table for all its models. */
export interface IdentityPayloadsTable {
  model: string
  id: string
  payload: JSONColumnType<Record<string, unknown>>
  grant_id: MaybeText
  user_code: MaybeText
  uid: MaybeText
  expires_at: MaybeMoment
  consumed_at: MaybeMoment
}

/** Mail that the product would have sent: kept only where no SMTP server is configured. */
export interface MailboxTable {
  id: Generated<string>
  recipient: string
  subject: string
  text: string
  html: string
  created_at: Created
}

export interface Database {
  members: MembersTable
  sessions: SessionsTable
  point_transactions: PointTransactionsTable
  point_buckets: PointBucketsTable
  point_bucket_debits: PointBucketDebitsTable
  performances: PerformancesTable
  tickets: TicketsTable
  ticket_sightings: TicketSightingsTable
  ticket_claims: TicketClaimsTable
  idempotency_keys: IdempotencyKeysTable
  signing_keys: SigningKeysTable
  contents: ContentsTable
  images: ImagesTable
  contents_version: ContentsVersionTable
  identity_accounts: IdentityAccountsTable
  identity_links: IdentityLinksTable
  identity_payloads: IdentityPayloadsTable
  mailbox: MailboxTable
}
