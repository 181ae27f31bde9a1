import type { Transaction } from 'kysely'
import { maxStudentCardBytes, type StudentCardType, studentCardType } from '#contract/registration/studentCard.ts'
import { checkPicture } from '#server/images/checkPicture.ts'
import { deletionOf } from '#server/domain/studentCard.ts'
import { isNewestSeal, openSealed, seal, type Sealed } from '#server/sealing/seal.ts'
import type { ReadSealingKeys, SealingKeys } from '#server/sealing/sealingKeys.ts'
import { shareLock } from '#server/store/locks.ts'
import type { ActingPool } from '#server/store/store.ts'
import {
  changeSeal,
  findMembersWithCard,
  findStudentCard,
  lockStudentCard,
  putStudentCard,
  type StudentCardRow,
} from '#server/store/members/studentCards.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'

/** A student card as a member sends it. */
export interface StudentCard {
  type: StudentCardType
  bytes: Buffer
}

/**
 * Why something is no student card. `busy`: nobody knows yet, as this machine had no time to look at it.
 */
export type StudentCardFault = 'missing' | 'too_large' | 'invalid' | 'busy'

/**
 * Reads a card. Its beginning says what it is, whatever it is called. A picture is decoded to its end, so that nobody
 * pays for an application whose card cannot be looked at. A stranger's PDF is not parsed here: the page has refused one
 * that needs a password, and people look at the card.
 *
 * @returns the card, or why it is none
 */
export async function readStudentCard(bytes: Buffer): Promise<StudentCard | StudentCardFault> {
  if (bytes.length === 0) return 'missing'
  if (bytes.length > maxStudentCardBytes) return 'too_large'
  const type = studentCardType(bytes)
  if (type === null) return 'invalid'
  if (type === 'application/pdf') return { type, bytes }
  const outcomes = { whole: { type, bytes }, broken: 'invalid', late: 'busy' } as const
  return outcomes[await checkPicture(bytes)]
}

/** Reads a card from base64, with or without the beginning of a data URL, whose type is not believed. */
export async function readCardText(base64: string): Promise<StudentCard | StudentCardFault> {
  const text = base64.replace(/^data:[^,]{0,200},/, '').trim()
  return /^(?:[A-Za-z0-9+/]+={0,2})?$/.test(text) ? readStudentCard(Buffer.from(text, 'base64')) : 'invalid'
}

/** Binds the encrypted file to its member and kind: it opens as nobody else's. */
const bindingOf = ({ memberId, type }: Pick<SealedCard, 'memberId' | 'type'>) => `${memberId} ${type}`

/** An encrypted card. */
interface SealedCard extends Sealed {
  memberId: string
  type: StudentCardType
}

/** A card and whose it is. */
export interface MemberCard extends StudentCard {
  memberId: string
}

/** How a card is saved. */
export interface CardSaving {
  readKeys: ReadSealingKeys
  now: Date
}

/** Encrypts a member's card, and stores it in place of an earlier one, until the day of its deletion. */
export async function saveStudentCard(
  db: Transaction<Database>,
  card: MemberCard,
  { readKeys, now }: CardSaving,
): Promise<void> {
  // No key is retired before this card is there to be sealed again.
  await shareLock(db, 'signing-keys')
  const { keyId, sealed } = seal(await readKeys(), card.bytes, bindingOf(card))
  await putStudentCard(db, {
    member_id: card.memberId,
    media_type: card.type,
    sealed,
    key_id: keyId,
    stored_at: now,
    delete_at: deletionOf(now),
  })
}

/** A card as it is stored. */
const sealedCardOf = (row: StudentCardRow): SealedCard => ({
  memberId: row.member_id,
  type: row.media_type,
  sealed: row.sealed,
  keyId: row.key_id,
})

/** A member's card for staff, whose look at it is recorded. */
export function openStudentCard(
  db: ActingPool,
  memberId: string,
  keys: SealingKeys,
): Promise<{ kind: 'opened'; card: StudentCard } | { kind: 'none' | 'other_key' }> {
  return inTransaction(db, async (transaction) => {
    const row = await findStudentCard(transaction, memberId)
    if (!row) return { kind: 'none' }
    const card = sealedCardOf(row)
    const bytes = openSealed(keys, card, bindingOf(card))
    if (bytes === null) return { kind: 'other_key' }
    const subject = { kind: 'application', id: memberId } as const
    await recordAct(transaction, { action: 'card_view', subject, memberId })
    return { kind: 'opened', card: { type: card.type, bytes } }
  })
}

/** Seals every card with the newest key. Resolves to the number of those that none of these keys opens. */
export async function resealStudentCards(db: Transaction<Database>, keys: SealingKeys): Promise<number> {
  let unopened = 0
  for (const memberId of await findMembersWithCard(db)) {
    const row = await lockStudentCard(db, memberId)
    const card = row && sealedCardOf(row)
    if (!card || isNewestSeal(keys, card)) continue
    const bytes = openSealed(keys, card, bindingOf(card))
    if (bytes === null) unopened += 1
    else await changeSeal(db, memberId, seal(keys, bytes, bindingOf(card)))
  }
  return unopened
}
