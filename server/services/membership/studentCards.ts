import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import sharp from 'sharp'
import { maxStudentCardBytes, type StudentCardType, studentCardType } from '#contract/registration/studentCard.ts'
import { deletionOf } from '#server/domain/studentCard.ts'
import { findMemberByReference } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findStudentCard, putStudentCard } from '#server/store/members/studentCards.ts'
import type { Database } from '#server/store/tables.ts'

/** A student card as a member sends it. */
export interface StudentCard {
  type: StudentCardType
  bytes: Buffer
}

/** Why a text is no student card. */
export type StudentCardFault = 'missing' | 'too_large' | 'invalid'

/**
 * Reads a card from base64, with or without the beginning of a data URL, whose type is not believed.
 *
 * @returns the card, or why it is none
 */
export async function readStudentCard(base64: string): Promise<StudentCard | StudentCardFault> {
  const text = base64.replace(/^data:[^,]{0,200},/, '').trim()
  if (text === '') return 'missing'
  if (text.length > Math.ceil(maxStudentCardBytes / 3) * 4) return 'too_large'
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return 'invalid'
  const bytes = Buffer.from(text, 'base64')
  const type = studentCardType(bytes)
  if (bytes.length > maxStudentCardBytes) return 'too_large'
  if (type === null) return 'invalid'
  // A stranger's PDF is not parsed here: the page has refused one that needs a password, and people look at the card.
  return type === 'application/pdf' || (await isPicture(bytes)) ? { type, bytes } : 'invalid'
}

/** More than any phone's camera has, and little enough to be decoded within seconds. */
const maxPixels = 120_000_000

/**
 * Whether a picture can be decoded to its end, so that nobody pays for an application whose card cannot be looked at.
 */
async function isPicture(bytes: Buffer): Promise<boolean> {
  const decoded = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true })
  return decoded
    .resize(16)
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

const nonceBytes = 12
const tagBytes = 16

const idOfKey = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Binds the encrypted file to its member and kind: it opens as nobody else's. */
const bindingOf = (memberId: string, type: StudentCardType) => Buffer.from(`${memberId} ${type}`)

/** An encrypted card, ready to be stored. */
export interface SealedCard {
  memberId: string
  type: StudentCardType
  sealed: Buffer
  keyId: string
}

/**
 * Encrypts a member's card. Before the transaction that stores it.
 *
 * @param key 32 bytes
 */
export function sealStudentCard({ type, bytes }: StudentCard, memberId: string, key: Buffer): SealedCard {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bindingOf(memberId, type))
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  return { memberId, type, sealed, keyId: idOfKey(key) }
}

/** @throws when the key, the member or the kind is another one */
function openSealed({ memberId, type, sealed }: Omit<SealedCard, 'keyId'>, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(bindingOf(memberId, type))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** Stores a member's card in place of an earlier one, until the day of its deletion. */
export async function saveStudentCard(db: Transaction<Database>, card: SealedCard, now: Date): Promise<void> {
  await putStudentCard(db, {
    member_id: card.memberId,
    media_type: card.type,
    sealed: card.sealed,
    key_id: card.keyId,
    stored_at: now,
    delete_at: deletionOf(now),
  })
}

/** A member's card for an operator. `member`: email address, member number or id. */
export async function openStudentCard(
  db: ConnectionPool,
  member: string,
  key: Buffer,
): Promise<{ kind: 'opened'; card: StudentCard } | { kind: 'none' | 'other_key' }> {
  const found = await findMemberByReference(db, member)
  const row = found && (await findStudentCard(db, found.id))
  if (!row) return { kind: 'none' }
  if (row.key_id !== idOfKey(key)) return { kind: 'other_key' }
  const { member_id: memberId, media_type: type, sealed } = row
  return { kind: 'opened', card: { type, bytes: openSealed({ memberId, type, sealed }, key) } }
}
