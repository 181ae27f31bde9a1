import type { Transaction } from 'kysely'
import { creditClaims } from '#server/services/creditClaims.ts'
import { givePoints, takePoints } from '#server/services/points.ts'
import type { Database } from '#server/store/tables.ts'
import { addClaim, recordSighting } from '#server/store/tickets.ts'
import type { DemoMember } from './accounts.ts'
import { type DemoClaimant, programme, timesOf } from './programme.ts'

const dayMs = 86_400_000

interface DemoEvent {
  member: DemoMember
  at: Date
  make: (db: Transaction<Database>, memberId: string, at: Date) => Promise<unknown>
}

/** Ledger entries without a ticket: for a completed profile, imported from the old programme, spent on rewards. */
const otherEntries: readonly { member: DemoMember; day: number; code: string; points: number }[] = [
  { member: 'gold', day: -880, code: 'Bulk Import', points: 4200 },
  { member: 'gold', day: -879, code: 'Completed Profile', points: 500 },
  { member: 'gold', day: -400, code: 'Reward Redemption', points: -1500 },
  { member: 'gold', day: -150, code: 'Asia Miles Redemption', points: -2000 },
  { member: 'diamond', day: -1990, code: 'Bulk Import', points: 18000 },
  { member: 'diamond', day: -1989, code: 'Completed Profile', points: 500 },
  { member: 'red', day: -239, code: 'Completed Profile', points: 500 },
  { member: 'basic', day: -89, code: 'Completed Profile', points: 500 },
  { member: 'basic', day: -30, code: 'Reward Redemption', points: -300 },
]

function otherEvents(now: Date): DemoEvent[] {
  return otherEntries.map(({ member, day, code, points }) => ({
    member,
    at: new Date(now.getTime() + day * dayMs),
    make: async (db, memberId, at) => {
      const cause = { memberId, code, reference: `demo ${member} ${day}`, now: at }
      if (points > 0) return givePoints(db, cause, points, null)
      const taken = await takePoints(db, cause, -points)
      if (taken.kind === 'short') throw new Error(`The demo member ${member} spends more than they have`)
      return taken
    },
  }))
}

async function claimedTickets(db: Transaction<Database>, performanceId: string) {
  return db
    .selectFrom('tickets')
    .select(['ticket_no as ticketNo', 'amount'])
    .where('performance_id', '=', performanceId)
    .orderBy('ticket_no')
    .execute()
}

/** The claims that the programme names, each the day after its concert; before a concert that is to come, the day before today. */
async function ticketEvents(db: Transaction<Database>, now: Date): Promise<DemoEvent[]> {
  const events: DemoEvent[] = []
  for (const performance of programme) {
    const tickets = await claimedTickets(db, performance.id)
    const { endsAt } = timesOf(performance, now)
    const isOver = endsAt < now
    const at = new Date((isOver ? endsAt.getTime() : now.getTime() - 2 * dayMs) + dayMs)
    const claimants = Object.entries(performance.claimed ?? {}).flatMap(([name, count]) => Array(count).fill(name))
    for (const member of claimants.filter(isClaimant)) {
      const ticket = tickets.shift()
      if (!ticket) throw new Error(`More tickets of ${performance.id} are claimed than were sold`)
      const make: DemoEvent['make'] = async (transaction, memberId) => {
        const { ticketNo, amount } = ticket
        await recordSighting(transaction, { memberId, ticketNo, now: at })
        await addClaim(transaction, { ticketNo, memberId, now: at })
        if (isOver) await creditClaims(transaction, [{ ticketNo, amount, memberId }], at, null)
      }
      events.push({ member, at, make })
    }
  }
  return events
}

function isClaimant(name: unknown): name is DemoClaimant {
  return name === 'basic' || name === 'red' || name === 'gold'
}

/** Gives the demo members a history, in chronological order, as the ledger would have been written. */
export async function addHistory(db: Transaction<Database>, ids: Record<DemoMember, string>, now: Date): Promise<void> {
  const events = [...otherEvents(now), ...(await ticketEvents(db, now))]
  for (const { member, at, make } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await make(db, ids[member], at)
}
