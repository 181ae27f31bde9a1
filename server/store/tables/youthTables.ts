import type { Timestamp } from './columns.ts'

/** The encrypted student card of a member. Nobody but staff opens it. */
export interface StudentCardsTable {
  member_id: string
  media_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'
  /** AES-256-GCM: 12 bytes of nonce, 16 of tag, and the encrypted file. */
  sealed: Buffer
  /** Names the key of the installation that it is encrypted with. */
  key_id: string
  stored_at: Timestamp
  delete_at: Timestamp
}
