import type { Created, NullableText, NullableTimestamp, Timestamp } from './columns.ts'

/** Sessions of club tokens. Only the SHA-256 of a token is stored. */
export interface SessionsTable {
  token_hash: string
  member_id: string
  created_at: Created
  expires_at: Timestamp
  revoked_at: NullableTimestamp
  family_id: string
  replaced_at: NullableTimestamp
  /** With the token itself, makes its successor; null when a new sign-in has retired it. */
  successor_salt: NullableText
}

/** Sign-ins: the tokens that descend from one end together. */
export interface SessionFamiliesTable {
  id: string
  member_id: string
  /** The hashed id of the built-in identity provider's grant; null with an external one. */
  provider_grant: NullableText
  created_at: Timestamp
  ends_at: Timestamp
  ended_at: NullableTimestamp
  /** What it was made with; null where nobody knows. */
  browser: NullableText
  device: NullableText
}

/** id_tokens that have logged somebody in, by the SHA-256 of their signed part, until they expire. */
export interface SpentIdTokensTable {
  hash: string
  expires_at: Timestamp
}
