import type { ColumnType, Generated } from 'kysely'
import type { ActFacts } from '#contract/staff/actions.ts'
import type { NullableText, NullableTimestamp, Timestamp } from './columns.ts'

/** Who has done what. Append-only. */
export interface StaffActsTable {
  id: Generated<string>
  at: ColumnType<Date, never, never>
  /** `cli:USER`, `timer:NAME`, `staff:ID`, `key:NAME`, `link:old` or `link:new`. */
  actor: string
  /** The role in which a member of staff did it; null for commands, timers and machines. */
  role: string | null
  /** One of `contract/staff/actions.ts`. */
  action: string
  subject_kind: string
  subject_id: string | null
  /** Whom it concerns; the member may be deleted since. */
  member_id: string | null
  before: ActFacts | null
  after: ActFacts | null
  reason: string | null
}

/** An act that can be undone for a while. */
export interface UndoableActsTable {
  act_id: string
  /** By the database's clock. */
  ends_at: ColumnType<Date, never, never>
  /** What its undoing needs besides the act itself. */
  facts: ColumnType<unknown, string, string>
  /** The act that has undone it; null while none has. */
  undone_by: NullableText
}

/** Changes of addresses that members no longer read. Only the SHA-256 of a link's token is stored. */
export interface AddressChangesTable {
  id: Generated<string>
  member_id: string
  account_id: string
  email_from: string
  email_to: string
  /** How the member has proved who they are. */
  proof: string
  reason: string
  /** Like `actor` of an act; so is `confirmed_by`. */
  asked_by: string
  asked_at: Timestamp
  confirmed_by: NullableText
  due_at: NullableTimestamp
  /** Of the link to the old address. */
  token_hash: NullableText
  /** Of the link to the new address, and when that has proved it. */
  proof_token_hash: NullableText
  proved_at: NullableTimestamp
  ended_at: NullableTimestamp
  done_at: NullableTimestamp
}

/** What staff have written on a member for each other. */
export interface MemberNotesTable {
  id: Generated<string>
  member_id: string
  text: string
  /** Like `actor` of an act. */
  written_by: string
  written_at: ColumnType<Date, never, never>
}

/** Who serves the club, by the account that they sign in to; it may be deleted since. */
export interface StaffMembersTable {
  account_id: string
  /** As they were invited. */
  email: string
  /** Of `contract/staff/roles.ts`; one that is not there any more gives nothing. */
  roles: string[]
  /** Like `actor` of an act. */
  invited_by: string
  joined_at: Timestamp
  ended_at: NullableTimestamp
  /** When they last proved to be there; null where they never did. */
  last_sign_in_at: NullableTimestamp
  is_demo: Generated<boolean>
}

/** Members of staff who are signed in. Only the SHA-256 of a session's token is stored. */
export interface StaffSessionsTable {
  token_hash: string
  account_id: string
  /** When they proved to be there. */
  created_at: Timestamp
  expires_at: Timestamp
  /** What it was made with; null where nobody knows. */
  browser: NullableText
  device: NullableText
}

/** One-time links that make somebody a member of staff. */
export interface StaffInvitationsTable {
  id: Generated<string>
  token_hash: string
  email: string
  roles: string[]
  invited_by: string
  created_at: Timestamp
  expires_at: Timestamp
  /** When it was used or revoked. */
  ended_at: NullableTimestamp
}

/** Keys by which machines of the box office call the club. Only the SHA-256 of a key's secret is stored. */
export interface ApiKeysTable {
  id: Generated<string>
  name: string
  /** One of `contract/staff/roles.ts`; one that is not there any more allows nothing. */
  permission: string
  secret_hash: string
  /** Like `actor` of an act; so is `ended_by`. */
  made_by: string
  made_at: Timestamp
  /** To the minute; null where nobody has used it. */
  last_used_at: NullableTimestamp
  ended_by: NullableText
  ended_at: NullableTimestamp
}
