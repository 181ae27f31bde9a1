import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sha256 } from '#server/store/hash.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { addTicketSigningKey, findTicketSigningKey } from '#server/store/ticketKeys.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type SignTicket, ticketSigner } from './signTicket.ts'

export interface TicketSigningKey {
  kid: string
  sign: SignTicket
}

async function findSigningKey(db: Kysely<Database>): Promise<TicketSigningKey | null> {
  const stored = await findTicketSigningKey(db)
  if (!stored) return null
  return { kid: stored.kid, sign: ticketSigner(stored.kid, createPrivateKey({ key: stored.jwk, format: 'jwk' })) }
}

async function createSigningKey(db: Kysely<Database>): Promise<TicketSigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = privateKey.export({ format: 'jwk' })
  // Short, because every character makes a QR code denser.
  const kid = sha256(String(jwk.x)).slice(0, 8)
  await addTicketSigningKey(db, { kid, jwk: { ...jwk } })
  return { kid, sign: ticketSigner(kid, privateKey) }
}

/**
 * The key that signs tickets, created at the first start, with a demo season or without one. Servers that start
 * concurrently agree on one key.
 */
export async function ensureTicketKey(db: ConnectionPool): Promise<TicketSigningKey> {
  const existing = await findSigningKey(db)
  return (
    existing ??
    inTransaction(db, async (transaction) => {
      await takeLock(transaction, 'signing-keys')
      return (await findSigningKey(transaction)) ?? createSigningKey(transaction)
    })
  )
}
