import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { saveStudentCard } from '#server/services/membership/studentCards.ts'
import { type ReadSealingKeys, readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { taskActor } from '#server/services/acts.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { actingIn, inTransaction } from '#server/store/transactions.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { addAccounts, demoAccounts, demoPassword } from './accounts.ts'
import type { DemoAccount } from './declaredAccount.ts'
import { addContents } from './contents.ts'
import { addGuestsAndRefund, addHistory } from './history.ts'
import { programme } from './programme.ts'
import { addStaff, demoStaff } from './staff.ts'
import { addSeason, type DemoState, demoStates, readDemoTickets } from './season.ts'
import { demoStudentCard } from './studentCard.ts'
import { addUpgrades } from './upgrades.ts'
import { writeTickets } from './ticketFiles.ts'

/** What the welcome message says about the demo season. */
export interface DemoSeason {
  accounts: readonly DemoAccount[]
  /** The addresses of the staff, one in each role. */
  staff: readonly string[]
  /** Of every demo account. */
  password: string
  /** The folder with the tickets' pictures, and tickets.html to print. */
  ticketsDir: string
  /** How many tickets there are of each state. */
  counts: Record<DemoState, number>
}

async function isEmpty(db: Transaction<Database>): Promise<boolean> {
  const member = await db.selectFrom('members').select('id').limit(1).executeTakeFirst()
  const performance = await db.selectFrom('performances').select('id').limit(1).executeTakeFirst()
  return !member && !performance
}

async function hasDemo(db: Kysely<Database>): Promise<boolean> {
  const [account, concert] = [demoAccounts[0]?.email ?? '', programme[0]?.id ?? '']
  const member = await db.selectFrom('members').select('id').where('email', '=', account).executeTakeFirst()
  const performance = await db.selectFrom('performances').select('id').where('id', '=', concert).executeTakeFirst()
  return member !== undefined && performance !== undefined
}

/**
 * Fills an empty database with the demo season in one transaction, and writes its tickets under `<dataDir>/tickets`.
 * Leaves any other database unchanged.
 *
 * @param options.claimWindowDays days after a performance within which its tickets can be claimed
 * @param options.origin the club's public origin, in tickets that are printed as addresses
 * @returns null when the database does not hold the demo season
 */
export async function seedDemo(options: {
  db: ConnectionPool
  dataDir: string
  now: Date
  claimWindowDays: number
  origin: string
}): Promise<DemoSeason | null> {
  const { db, dataDir, now, claimWindowDays, origin } = options
  const readKeys: ReadSealingKeys = (missing) => readSealingKeys(dataDir, missing)
  const { sign } = await ensureTicketKey(db, readKeys)
  await inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'season')
    if (!(await isEmpty(transaction))) return
    await addContents(transaction, now)
    await addSeason(transaction, now, sign)
    const acting = actingIn(transaction, taskActor('Demo season'))
    const ids = await addAccounts(acting, now)
    await addStaff(acting, now)
    await addHistory(transaction, ids, now)
    await addGuestsAndRefund(transaction, ids, now)
    await addUpgrades(transaction, ids, now)
    const card = await demoStudentCard()
    const open = ['Pending Payment', 'Pending Approval']
    const applicants = await transaction.selectFrom('members').select('id').where('ya_status', 'in', open).execute()
    for (const { id: memberId } of applicants)
      await saveStudentCard(transaction, { ...card, memberId }, { readKeys, now })
  })
  if (!(await hasDemo(db))) return null

  const ticketsDir = join(dataDir, 'tickets')
  const tickets = await readDemoTickets(db, { now, claimWindowDays, sign })
  await writeTickets(ticketsDir, tickets, origin)
  const countOf = (state: DemoState) => tickets.filter((ticket) => ticket.state === state).length
  const counts = Object.fromEntries(demoStates.map((state) => [state, countOf(state)] as const))
  return {
    accounts: demoAccounts,
    staff: demoStaff,
    password: demoPassword,
    ticketsDir,
    counts: { ...noTickets, ...counts },
  }
}

const noTickets: Record<DemoState, number> = {
  claimable: 0,
  'other-outlet': 0,
  pending: 0,
  claimed: 0,
  expired: 0,
  unknown: 0,
  forged: 0,
}
