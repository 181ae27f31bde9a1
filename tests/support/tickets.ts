import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import { openJwk } from '#server/sealing/sealedJwk.ts'
import { readSealingKeys, sealingFile } from '#server/sealing/sealingKeys.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

const day = 24 * 60 * 60 * 1000

/**
 * The server's response to a new ticket:
 *
 * - found: a settled performance of yesterday; points on confirming.
 * - pending: a performance that is not settled; points later.
 * - expired: a performance whose claim window has passed.
 */
export type TicketOutlook = 'found' | 'pending' | 'expired'

const performances = {
  found: { startsIn: -day, settled: true },
  pending: { startsIn: day, settled: false },
  expired: { startsIn: -400 * day, settled: true },
} as const satisfies Record<TicketOutlook, { startsIn: number; settled: boolean }>

export interface IssuedTicket {
  ticketNo: string
  performanceId: string
  /** The text of its QR code. */
  code: string
  /** The performance's English name. */
  concert: string
  seat: string
  /** Dollars paid, which is also the points it gives. */
  amount: number
}

interface IssueOptions {
  outlook?: TicketOutlook
  count?: number
  /** In Hong Kong dollars. */
  price?: number
  now?: Date
}

/**
 * Sells tickets for one test, for a separate performance: the first for `price` dollars, each further one for a dollar
 * more.
 */
export async function issueTickets(
  db: Kysely<Database>,
  { outlook = 'found', count = 1, price = 100, now = new Date() }: IssueOptions = {},
): Promise<IssuedTicket[]> {
  const { kid, key } = await readTicketKey(db)
  const performance = await addPerformance(db, outlook, now)
  const tickets = Array.from({ length: count }, (_, index) => {
    const claims: TicketClaims = {
      t: `T${randomUUID().slice(0, 13).toUpperCase()}`,
      p: performance.id,
      s: Math.floor(performance.startsAt.getTime() / 1000),
      l: `Stalls ${index + 1}`,
      a: price + index,
    }
    return {
      ticketNo: claims.t,
      performanceId: performance.id,
      code: signTicket(claims, kid, key),
      concert: performance.name,
      seat: claims.l,
      amount: claims.a,
    }
  })
  await db
    .insertInto('tickets')
    .values(
      tickets.map(({ ticketNo, code, seat, amount }) => ({
        ticket_no: ticketNo,
        performance_id: performance.id,
        code,
        code_hash: createHash('sha256').update(code).digest('hex'),
        seat,
        amount,
      })),
    )
    .execute()
  return tickets
}

/** Exactly one ticket. */
export async function issueTicket(db: Kysely<Database>, outlook: TicketOutlook = 'found'): Promise<IssuedTicket> {
  const [ticket] = await issueTickets(db, { outlook })
  if (!ticket) throw new Error('No ticket was issued.')
  return ticket
}

async function addPerformance(db: Kysely<Database>, outlook: TicketOutlook, now: Date) {
  const { startsIn, settled } = performances[outlook]
  const id = `test-${randomUUID().slice(0, 8)}`
  const name = `Concert ${id.slice(5)}`
  const startsAt = new Date(now.getTime() + startsIn)
  const endsAt = new Date(startsAt.getTime() + day / 12)
  await db
    .insertInto('performances')
    .values({
      id,
      name: JSON.stringify({ en: name, tc: `音樂會 ${id.slice(5)}`, sc: `音乐会 ${id.slice(5)}` }),
      venue: JSON.stringify({ en: 'Concert Hall', tc: '音樂廳', sc: '音乐厅' }),
      starts_at: startsAt,
      ends_at: endsAt,
      settled_at: settled ? endsAt : null,
    })
    .execute()
  return { id, name, startsAt }
}

/** The data folder of the built-in database; null for another one, whose servers have theirs elsewhere. */
async function dataFolderOf(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ data: string | null; pid: number }>`
    select case when pg_has_role('pg_read_all_settings', 'usage') then current_setting('data_directory') end as data,
      pg_backend_pid() as pid`.execute(db)
  const [{ data, pid } = { data: null, pid: 0 }] = rows
  if (data === null) return null
  // It is started in its folder, which it cannot name (server/database/embedded/cluster.ts).
  const folder = await realpath(data.replace('/proc/self', `/proc/${pid}`)).catch(() => data)
  const dataDir = dirname(dirname(folder))
  return existsSync(join(dataDir, sealingFile)) ? dataDir : null
}

/** The club's newest key of tickets, or where its seal cannot be opened from here, this process's own. */
async function readTicketKey(db: Kysely<Database>): Promise<{ kid: string; key: KeyObject }> {
  const dataDir = await dataFolderOf(db)
  if (dataDir === null) return addOwnKey(db)
  const stored = await db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', 'ticket')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const opened = openJwk(await readSealingKeys(dataDir), stored)
  return { kid: stored.kid, key: createPrivateKey({ key: { ...opened }, format: 'jwk' }) }
}

const ownKey = { kid: randomUUID().slice(0, 8), ...generateKeyPairSync('ed25519') }

/** Adds the public half of this process's own key, as one of an earlier time: the club goes on signing with its own. */
async function addOwnKey(db: Kysely<Database>): Promise<{ kid: string; key: KeyObject }> {
  const { kid, publicKey, privateKey } = ownKey
  const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }))
  await db
    .insertInto('signing_keys')
    .values({ kid, purpose: 'ticket', jwk, created_at: new Date(0) })
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute()
  return { kid, key: privateKey }
}

/** A compact JWS as contract/scan/ticket.ts describes it, created here without the server's own code. */
export function signTicket(claims: TicketClaims, kid: string, key: KeyObject): string {
  const signed = `${jsonPart({ alg: 'EdDSA', kid })}.${jsonPart(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

function jsonPart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A ticket with the club's own key that was never sold. */
export async function unknownTicket(db: Kysely<Database>): Promise<string> {
  const { kid, key } = await readTicketKey(db)
  return signTicket(unsoldClaims(), kid, key)
}

/** A ticket that names the club's key, and is signed with another key. */
export async function forgedTicket(db: Kysely<Database>): Promise<string> {
  const { kid } = await readTicketKey(db)
  return signTicket(unsoldClaims(), kid, generateKeyPairSync('ed25519').privateKey)
}

/** A ticket signed with an unknown key. */
export function unknownKeyTicket(): string {
  return signTicket(unsoldClaims(), 'no-such-key', generateKeyPairSync('ed25519').privateKey)
}

function unsoldClaims(): TicketClaims {
  const seconds = Math.floor((Date.now() - day) / 1000)
  return {
    t: `T${randomUUID().slice(0, 13).toUpperCase()}`,
    p: 'no-such-performance',
    s: seconds,
    l: 'Stalls 1',
    a: 100,
  }
}

/** Lets a member claim a ticket and get its points, as if on another phone. */
export async function claimFor(
  db: ConnectionPool,
  { ticketNo, amount }: IssuedTicket,
  memberId: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { id } = await transaction
      .insertInto('point_transactions')
      .values({ member_id: memberId, code: 'Scan ticket', delta_balance: amount, reference: ticketNo })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('point_buckets')
      .values({ member_id: memberId, transaction_id: id, earned: amount, remaining: amount })
      .execute()
    await transaction
      .insertInto('ticket_claims')
      .values({ ticket_no: ticketNo, member_id: memberId, claimed_at: new Date(), transaction_id: id })
      .execute()
  })
}

/** The button that confirms some tickets of one picture, once all of them can be: it says what they give in all. */
export const confirmAll = (tickets: readonly { amount: number }[]): string =>
  `Confirm and get ${tickets.reduce((sum, { amount }) => sum + amount, 0).toLocaleString('en')} points`
