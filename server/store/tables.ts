import type { ColumnType, Generated, JSONColumnType, RawBuilder } from 'kysely'
import type { Language, LocalizedText } from '#contract/language.ts'
import type { Created, NullableText, NullableTimestamp, Timestamp } from './tables/columns.ts'
import type {
  AccountClosuresTable,
  EmailChangesTable,
  IdentityAccountsTable,
  IdentityLinksTable,
  IdentityPayloadsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  PasswordResetsTable,
} from './tables/accountTables.ts'
import type {
  PointAdjustmentsTable,
  PointBucketDebitsTable,
  PointBucketsTable,
  PointTransactionsTable,
  TicketBonusesTable,
} from './tables/ledgerTables.ts'
import type { EventPlacesTable, EventRegistrationsTable } from './tables/eventTables.ts'
import type { MemberNumbersTable, MembersTable } from './tables/memberTables.ts'
import type { MembershipsTable } from './tables/membershipTables.ts'
import type { PaymentOrdersTable, PaymentsTable, SimulatedPaymentsTable } from './tables/paymentTables.ts'
import type {
  DeliveriesTable,
  MilesConversionsTable,
  ParcelsTable,
  RedemptionsTable,
  ReturnedRedemptionsTable,
  RewardStockTable,
  VouchersTable,
} from './tables/redemptionTables.ts'
import type { SessionFamiliesTable, SessionsTable, SpentIdTokensTable } from './tables/sessionTables.ts'
import type {
  ApiKeysTable,
  StaffActsTable,
  StaffInvitationsTable,
  StaffMembersTable,
  StaffSessionsTable,
  UndoableActsTable,
  AddressChangesTable,
  MemberNotesTable,
} from './tables/staffTables.ts'
import type { OldMembersTable, UpgradeTokensTable } from './tables/upgradeTables.ts'
import type { StudentCardsTable } from './tables/youthTables.ts'

interface PerformancesTable {
  id: string
  name: JSONColumnType<LocalizedText>
  venue: JSONColumnType<LocalizedText>
  starts_at: Timestamp
  ends_at: Timestamp
  /** Set by settlement; pending claims become points then. */
  settled_at: NullableTimestamp
  /** By which import it came; null where it came by none. */
  import_id: string | null
}

/** A ticket that an outlet sold. `amount` in Hong Kong dollars (two decimals); `code` is the text of its QR code. */
interface TicketsTable {
  ticket_no: string
  performance_id: string
  code: string
  /** SHA-256 of `code` in hex, by which a scanned code is looked up. */
  code_hash: string
  seat: string
  amount: number
  /** When, and why, it was returned before anybody had claimed it. */
  returned_at: NullableTimestamp
  return_reason: string | null
  /** By which import it came; null where it came by none. */
  import_id: string | null
}

/** An import of tickets. */
interface TicketImportsTable {
  id: Generated<string>
  /** The name of the file. */
  file: string
  imported_at: Timestamp
  added: number
  performances: number
  unchanged: number
  bad: number
  undone_at: NullableTimestamp
}

/** Which member has scanned which ticket. Only they may claim it, so that a guessed ticket number is worthless. */
interface TicketSightingsTable {
  member_id: string
  ticket_no: string
  seen_at: Timestamp
}

/** One row per claimed ticket: the primary key on the ticket number decides races. */
interface TicketClaimsTable {
  ticket_no: string
  member_id: string
  claimed_at: Timestamp
  /** The ledger entry; null while the claim is pending. */
  transaction_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** Answers by `Idempotency-Key`, scoped to member and route; stored for 90 days or more. */
interface IdempotencyKeysTable {
  member_id: string
  route: string
  key: string
  /** SHA-256 of what the server read in the request. */
  body_hash: string
  /** SHA-256 of the request body as it was sent. */
  sent_hash: string
  answer: JSONColumnType<Record<string, unknown>>
  created_at: Created
}

/**
 * Keys that the product signs with, as JWKs whose private half is sealed: `ticket` (Ed25519), `identity` (RS256),
 * `cookie` (oct).
 */
export interface SigningKeysTable {
  kid: string
  purpose: 'ticket' | 'identity' | 'cookie'
  jwk: JSONColumnType<Record<string, unknown>>
  created_at: Created
  /** When it stops counting; null for one that goes on. */
  retires_at: NullableTimestamp
}

/** Texts of an entry by field and language: a line, or Markdown. Missing texts are absent. */
export type StoredTexts = Record<string, Partial<Record<Language, string>>>

/** What an entry of the contents says. */
export interface StoredContent {
  fields: Record<string, unknown>
  texts: StoredTexts
}

/** What editors have begun and not published. Null contents: the entry is to be removed. */
interface ContentDraftsTable {
  group_name: string
  key: string
  content: JSONColumnType<StoredContent> | null
  /** The hash of what was published when it was saved; null: nothing was. */
  base: NullableText
  revision: ColumnType<string, RawBuilder<string>, RawBuilder<string>>
  /** Like `actor` of an act. */
  saved_by: string
  saved_at: Timestamp
}

/** Each publishing of an entry on the pages of staff. Append-only. */
interface ContentPublicationsTable {
  act_id: string
  group_name: string
  key: string
  /** null where there was, or is, no such entry. */
  before: JSONColumnType<StoredContent> | null
  after: JSONColumnType<StoredContent> | null
  /** Where it stands, or stood, in its group. */
  position: number
  /** When the entry says that it was changed. */
  published_at: Timestamp
}

/** The contents that editors write. `server/content/groups.ts` declares each group's `fields` and `texts`. */
interface ContentsTable {
  id: Generated<string>
  group_name: string
  key: string
  /** The entry's position in its group. */
  position: number
  fields: JSONColumnType<Record<string, unknown>>
  texts: JSONColumnType<StoredTexts>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** The images of the contents, as editors supplied them. */
export interface ImagesTable {
  /** The path below `images/` in a content folder, without ending. */
  name: string
  /** The image's part of addresses: its name with hyphens for slashes, and the beginning of its hash. */
  address: string
  media_type: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Buffer
  /** SHA-256 of the bytes, in hex. */
  hash: string
  /** In pixels, upright; for an SVG those of its view box. */
  width: number
  height: number
}

/** One row, with a new version after every import. */
interface ContentsVersionTable {
  single: Generated<boolean>
  version: Generated<string>
  /** null when contents were never imported. */
  imported_at: NullableTimestamp
}

/** One row for each name that `locks.ts` can lock. */
interface LocksTable {
  name: string
}

/** Mails to send; without an SMTP server those that the product would have sent. */
export interface MailboxTable {
  id: Generated<string>
  created_at: Created
  /** Which mail of `server/mail/kinds` it is, and what it tells, in JSON: perhaps as another version knows it. */
  kind: string
  facts: ColumnType<unknown, string, never>
  recipient: string
  /** The reader's, as of another version, too; and their name, null where they are greeted without. */
  language: string
  name: NullableText
  /** That of the link which ends mails of its kind; null for what everybody gets. */
  unsubscribe_token: NullableText
  /** What mail servers know it by, the same at every attempt. */
  message_id: Generated<string>
  /** When to try to send it next; null when it is only shown, or was given up. */
  due_at: NullableTimestamp
  /** How often it was tried. */
  attempts: Generated<number>
  /** When it was given up; null: it was not. */
  failed_at: NullableTimestamp
  /** What the mail server said of the last attempt. */
  failure: NullableText
  /** The act that it is about, where that can be undone: it waits until then. */
  act_id: NullableText
}

/** Mails that the mail server has accepted, for some weeks. */
export interface SentMailsTable {
  id: Generated<string>
  kind: string
  /** What it told; null where it cannot be sent again. */
  facts: ColumnType<unknown, string | null, never>
  recipient: string
  /** Whose address it was then. */
  member_id: NullableText
  created_at: Timestamp
  sent_at: Created
}

/** What a member was told. */
interface NoticesTable {
  member_id: string
  what: string
  /** The thing of which it was told: a day, a reference, a voucher. */
  about: string
  /** What was told of it then; null where that does not matter. */
  facts: JSONColumnType<Record<string, unknown>> | null
  told_at: Timestamp
}

/** A link that ends a member's mails of a kind. */
interface UnsubscribeLinksTable {
  token_hash: string
  member_id: string
  created_at: Timestamp
}

/** Attempts that are limited. `key` is a hash of what is limited. */
interface RateLimitsTable {
  key: string
  used: number
  /** How often the limit was exceeded lately. */
  strikes: number
  resets_at: Timestamp
}

/** When something has last happened (`moments.ts`). */
interface MomentsTable {
  what: string
  at: Timestamp
}

export interface Database {
  rate_limits: RateLimitsTable
  members: MembersTable
  member_numbers: MemberNumbersTable
  sessions: SessionsTable
  session_families: SessionFamiliesTable
  spent_id_tokens: SpentIdTokensTable
  point_transactions: PointTransactionsTable
  point_buckets: PointBucketsTable
  point_bucket_debits: PointBucketDebitsTable
  point_adjustments: PointAdjustmentsTable
  ticket_bonuses: TicketBonusesTable
  redemptions: RedemptionsTable
  returned_redemptions: ReturnedRedemptionsTable
  deliveries: DeliveriesTable
  parcels: ParcelsTable
  vouchers: VouchersTable
  reward_stock: RewardStockTable
  event_places: EventPlacesTable
  event_registrations: EventRegistrationsTable
  miles_conversions: MilesConversionsTable
  memberships: MembershipsTable
  payment_orders: PaymentOrdersTable
  payments: PaymentsTable
  upgrade_tokens: UpgradeTokensTable
  old_members: OldMembersTable
  student_cards: StudentCardsTable
  simulated_payments: SimulatedPaymentsTable
  performances: PerformancesTable
  tickets: TicketsTable
  ticket_imports: TicketImportsTable
  ticket_sightings: TicketSightingsTable
  ticket_claims: TicketClaimsTable
  idempotency_keys: IdempotencyKeysTable
  signing_keys: SigningKeysTable
  contents: ContentsTable
  content_drafts: ContentDraftsTable
  content_publications: ContentPublicationsTable
  images: ImagesTable
  contents_version: ContentsVersionTable
  identity_accounts: IdentityAccountsTable
  identity_links: IdentityLinksTable
  password_resets: PasswordResetsTable
  email_changes: EmailChangesTable
  account_closures: AccountClosuresTable
  identity_payloads: IdentityPayloadsTable
  mailbox: MailboxTable
  sent_mails: SentMailsTable
  notices: NoticesTable
  unsubscribe_links: UnsubscribeLinksTable
  locks: LocksTable
  moments: MomentsTable
  staff_acts: StaffActsTable
  member_notes: MemberNotesTable
  address_changes: AddressChangesTable
  undoable_acts: UndoableActsTable
  staff_members: StaffMembersTable
  staff_sessions: StaffSessionsTable
  staff_invitations: StaffInvitationsTable
  api_keys: ApiKeysTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
}
