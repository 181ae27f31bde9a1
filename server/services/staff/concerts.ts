import type { SentAnswerOf } from '#contract/endpoint.ts'
import { mostUnsettled, type settleConcert, type UnsettledConcert } from '#contract/staff/tickets.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import { findPendingClaims, findPerformancesToSettle, findUnsettled } from '#server/store/points/settlement.ts'
import { findPerformanceSales } from '#server/store/points/ticketSales.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { readBonusPeriods } from '../contents.ts'
import { type SettlementOptions, settleOnly } from '../tickets/settlement.ts'
import { dueBonuses } from '../tickets/ticketBonuses.ts'
import { nameDoer } from './doneBy.ts'

/** The concerts that settlement would settle now, and what it would give. */
export async function listUnsettled(db: ConnectionPool, now: Date): Promise<UnsettledConcert[]> {
  const ids = (await findPerformancesToSettle(db, now)).slice(0, mostUnsettled)
  const periods = await readBonusPeriods(db)
  const concerts: UnsettledConcert[] = []
  for (const { id, startsAt, endsAt, ...facts } of await findUnsettled(db, ids)) {
    const claims = await findPendingClaims(db, id)
    const bonuses = await dueBonuses(db, claims, periods)
    const given = [...claims.map(({ amount }) => pointsOfTicket(amount)), ...bonuses.map(({ points }) => points)]
    concerts.push({
      id,
      ...facts,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      claims: claims.length,
      points: given.reduce((sum, points) => sum + points, 0),
    })
  }
  return concerts
}

/** Settles a concert by hand; names who came first where somebody, or the club's own task, did. */
export async function settleOne(
  options: SettlementOptions & { performanceId: string },
): Promise<SentAnswerOf<typeof settleConcert>> {
  const { db, now, performanceId } = options
  const [performance] = await findPerformanceSales(db, [performanceId])
  if (!performance) return { kind: 'unknown' }
  if (performance.endsAt > now) return { kind: 'not_over', endsAt: performance.endsAt.toISOString() }
  const { performances, claims, points, upgraded, failures } = await settleOnly(options, performanceId)
  if (failures.length > 0) return { kind: 'failed' }
  if (performances > 0 || claims > 0) return { kind: 'settled', claims, points, upgraded }
  const last = await findLastAct(db, { kind: 'performance', id: performanceId }, ['performance_settle'])
  return { kind: 'settled_before', by: await nameDoer(db, last) }
}
