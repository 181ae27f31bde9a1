import type { Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import { tokenKeyOverlap } from '#server/domain/signIn.ts'
import { makeCookieKey, makeTokenKey } from '#server/identity/keys.ts'
import { addSealingKey, forgetKeysBefore, readSealingKeys, type SealingKeys } from '#server/sealing/sealingKeys.ts'
import { recordAct } from '#server/services/acts.ts'
import { resealAll } from '#server/services/resealing.ts'
import { type NewKey, publicJwk, sealKey } from '#server/sealing/sealedJwk.ts'
import { takeLock } from '#server/store/locks.ts'
import { addKey, changeKey, deleteOtherKeys, findKeys, type KeyPurpose, retireKeys } from '#server/store/signingKeys.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { makeTicketKey } from '#server/tickets/ticketKeys.ts'
import { CommandError } from './commandLine.ts'

type RotationConfig = Pick<Config, 'dataDir' | 'tokenDays'>

/** What has keys of its own. */
export const keyKinds = ['tokens', 'cookies', 'tickets', 'cards'] as const
export type KeyKind = (typeof keyKinds)[number]

interface SigningKind {
  purpose: KeyPurpose
  make: () => NewKey | Promise<NewKey>
  /** For how many seconds the keys before go on; null for as long as nobody retires them. */
  overlap: (config: RotationConfig) => number | null
}

/** Works while nobody else seals anything, nor changes keys. */
function underKeyLock<T>(db: ActingPool, work: (transaction: ActingTransaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'signing-keys')
    return work(transaction)
  })
}

const daySeconds = 24 * 60 * 60

const signingKinds: Record<Exclude<KeyKind, 'cards'>, SigningKind> = {
  tokens: { purpose: 'identity', make: makeTokenKey, overlap: () => tokenKeyOverlap },
  // As long as a sign-in lasts without being used: who uses it gets a cookie of the new key.
  cookies: { purpose: 'cookie', make: makeCookieKey, overlap: ({ tokenDays }) => tokenDays * daySeconds },
  // Tickets that were printed stay as they are.
  tickets: { purpose: 'ticket', make: makeTicketKey, overlap: () => null },
}

/** Records what was done with keys. `kid`: the name of the one that counts from now on, where it has one. */
function recordKeys(
  db: ActingTransaction,
  action: 'key_rotate' | 'key_retire',
  { purpose, kid }: { purpose: string; kid?: string },
): Promise<void> {
  const subject = { kind: 'keys', id: purpose } as const
  return recordAct(db, { action, subject, memberId: null, ...(kid !== undefined && { after: { key: kid } }) })
}

/** Adds a signing key, and gives those before an end. Resolves to its name. */
async function rotateSigningKey(db: ActingPool, kind: SigningKind, config: RotationConfig): Promise<string> {
  const { purpose, make } = kind
  const made = await make()
  const overlap = kind.overlap(config)
  await underKeyLock(db, async (transaction) => {
    if (overlap !== null) await retireKeys(transaction, purpose, overlap)
    // They go on without an end, but sign nothing any more: their private halves can go.
    else
      for (const { kid, jwk } of await findKeys(transaction, purpose))
        await changeKey(transaction, { kid, jwk: { ...publicJwk(jwk) } })
    await addKey(transaction, purpose, sealKey(await readSealingKeys(config.dataDir, 'refused'), made))
    await recordKeys(transaction, 'key_rotate', { purpose, kid: made.kid })
  })
  return made.kid
}

/**
 * Ends all signing keys but one at once, and resolves to its name: the newest where keys go on until they are retired.
 * Others end by themselves, so that only a leak is a reason, which may be of the newest: then it is a new one.
 */
async function retireSigningKeys(db: ActingPool, kind: SigningKind, config: RotationConfig): Promise<string> {
  const { purpose, make } = kind
  const made = await make()
  return underKeyLock(db, async (transaction) => {
    const [newest, ...older] = await findKeys(transaction, purpose)
    const kept = kind.overlap(config) === null && newest && older.length > 0 ? newest : made
    if (kept === made)
      await addKey(transaction, purpose, sealKey(await readSealingKeys(config.dataDir, 'refused'), made))
    await deleteOtherKeys(transaction, purpose, kept.kid)
    await recordKeys(transaction, 'key_retire', { purpose, kid: kept.kid })
    return kept.kid
  })
}

/** Seals everything with the newest key. Resolves to it. */
async function resealWith(db: Transaction<Database>, keys: SealingKeys): Promise<Buffer> {
  const unopened = await resealAll(db, keys)
  if (unopened > 0)
    throw new CommandError(
      `No key was retired: ${unopened} student cards are sealed with a key that is not in the file of this DATA_DIR.`,
    )
  return keys[0]
}

async function retireSealingKeys(db: ActingPool, dataDir: string): Promise<void> {
  await underKeyLock(db, async () => {
    if ((await readSealingKeys(dataDir, 'refused')).length === 1) await addSealingKey(dataDir)
  })
  // Most is done while members go on sending cards, the rest while they wait.
  await inTransaction(db, async (transaction) => resealWith(transaction, await readSealingKeys(dataDir, 'refused')))
  const newest = await underKeyLock(db, async (transaction) =>
    resealWith(transaction, await readSealingKeys(dataDir, 'refused')),
  )
  await underKeyLock(db, async (transaction) => {
    await recordKeys(transaction, 'key_retire', { purpose: 'cards' })
    await forgetKeysBefore(dataDir, newest)
  })
}

/** Adds a key, which signs or seals from now on; those before go on for a while. Resolves to a signing key's name. */
export async function rotateKey(db: ActingPool, kind: KeyKind, config: RotationConfig): Promise<string | null> {
  if (kind !== 'cards') return rotateSigningKey(db, signingKinds[kind], config)
  await underKeyLock(db, async (transaction) => {
    await recordKeys(transaction, 'key_rotate', { purpose: 'cards' })
    await addSealingKey(config.dataDir)
  })
  return null
}

/**
 * Ends keys at once: of tokens and cookies all before a new one, of tickets and cards all before the newest, or a new
 * one if there is only one.
 */
export async function retireOldKeys(db: ActingPool, kind: KeyKind, config: RotationConfig): Promise<string | null> {
  if (kind !== 'cards') return retireSigningKeys(db, signingKinds[kind], config)
  await retireSealingKeys(db, config.dataDir)
  return null
}
