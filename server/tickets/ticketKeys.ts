import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type NewKey, openJwk, sealKey } from '#server/sealing/sealedJwk.ts'
import type { ReadSealingKeys, SealingKeys } from '#server/sealing/sealingKeys.ts'
import { sha256 } from '#server/store/hash.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { addKey, findKeys, type StoredKey } from '#server/store/signingKeys.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type SignTicket, ticketSigner } from './signTicket.ts'

interface TicketSigningKey {
  kid: string
  sign: SignTicket
}

function signingKeyOf(stored: StoredKey, sealing: SealingKeys): TicketSigningKey {
  const key = createPrivateKey({ key: { ...openJwk(sealing, stored) }, format: 'jwk' })
  return { kid: stored.kid, sign: ticketSigner(stored.kid, key) }
}

const findNewest = async (db: Kysely<Database>): Promise<StoredKey | undefined> => (await findKeys(db, 'ticket'))[0]

/** A new key that signs tickets. */
export function makeTicketKey(): NewKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = privateKey.export({ format: 'jwk' })
  // Short, because every character makes a QR code denser.
  const kid = sha256(String(jwk.x)).slice(0, 8)
  return { kid, jwk: { ...jwk } }
}

/**
 * The key that signs tickets, created at the first start, with a demo season or without one. Servers that start
 * concurrently agree on one key.
 */
export async function ensureTicketKey(db: ConnectionPool, readKeys: ReadSealingKeys): Promise<TicketSigningKey> {
  const stored =
    (await findNewest(db)) ??
    (await inTransaction(db, async (transaction) => {
      await takeLock(transaction, 'signing-keys')
      const other = await findNewest(transaction)
      if (other) return other
      const made = sealKey(await readKeys(), makeTicketKey())
      await addKey(transaction, 'ticket', made)
      return made
    }))
  // A restored database belongs to a file that was restored as well: one of our own would hide that it is missing.
  return signingKeyOf(stored, await readKeys('refused'))
}
