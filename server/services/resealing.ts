import type { Transaction } from 'kysely'
import { openJwk, sealKey } from '#server/sealing/sealedJwk.ts'
import type { SealingKeys } from '#server/sealing/sealingKeys.ts'
import { changeKey, lockAllKeys } from '#server/store/signingKeys.ts'
import type { Database } from '#server/store/tables.ts'
import { resealStudentCards } from './membership/studentCards.ts'

async function resealPrivateKeys(db: Transaction<Database>, sealing: SealingKeys): Promise<void> {
  for (const { kid, jwk } of await lockAllKeys(db)) {
    // A key of tickets that signs no longer is only its public half.
    if ('sealed' in jwk) await changeKey(db, sealKey(sealing, { kid, jwk: openJwk(sealing, { kid, jwk }) }))
  }
}

/**
 * Seals all that is sealed in the database with the newest key, so that nothing needs the others.
 *
 * @returns how many student cards none of these keys opens
 */
export async function resealAll(db: Transaction<Database>, sealing: SealingKeys): Promise<number> {
  await resealPrivateKeys(db, sealing)
  return resealStudentCards(db, sealing)
}
