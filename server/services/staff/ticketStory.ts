import type { StoryMember, TicketStory } from '#contract/staff/tickets.ts'
import { fullName } from '#server/domain/fullName.ts'
import { findMember } from '#server/store/members/members.ts'
import { findSightings, findStoredTicket, type StoredTicket } from '#server/store/points/ticketStory.ts'
import { type ActSubject, findLastAct } from '#server/store/staffActs.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { nameDoer } from './doneBy.ts'

/** The most members that a story names: more have scanned no ticket. */
const mostSightings = 20

async function memberOf(db: ConnectionPool, id: string): Promise<StoryMember> {
  const member = await findMember(db, id)
  if (!member) throw new Error('A ticket names a member that there is not')
  return { id, name: fullName(member.first_name, member.last_name), email: member.email, memberNo: member.member_no }
}

async function returnOf(db: ConnectionPool, ticket: StoredTicket): Promise<TicketStory['returned']> {
  const { ticketNo, voidedAt, voidReason, backId, backAt, taken, backReason } = ticket
  const byOf = async (subject: ActSubject) =>
    (await nameDoer(db, await findLastAct(db, subject, ['ticket_return'])))?.by ?? null
  if (voidedAt !== null) {
    const by = await byOf({ kind: 'ticket', id: ticketNo })
    return { at: voidedAt.toISOString(), by, reason: voidReason ?? '', taken: null }
  }
  if (backId === null || backAt === null) return null
  return { at: backAt.toISOString(), by: await byOf({ kind: 'entry', id: backId }), reason: backReason ?? '', taken }
}

/** What has become of a ticket; null when there is none with this number. */
export async function readTicketStory(db: ConnectionPool, number: string): Promise<TicketStory | null> {
  const ticket = await findStoredTicket(db, number)
  if (!ticket) return null
  const { ticketNo, performanceId: id, name, startsAt, endsAt, settledAt, seat, amount } = ticket
  const { importId, file, claimedBy, claimedAt, points, creditedAt } = ticket
  const imported = importId && (await findLastAct(db, { kind: 'tickets', id: importId }, ['tickets_import']))
  const seen: TicketStory['seen'] = []
  for (const { memberId, at } of await findSightings(db, ticketNo, mostSightings))
    seen.push({ member: await memberOf(db, memberId), at: at.toISOString() })
  return {
    ticketNo,
    concert: {
      id,
      name,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    },
    seat,
    amount,
    imported: file === null ? null : { file, by: await nameDoer(db, imported || null) },
    seen,
    claim:
      claimedBy === null || claimedAt === null
        ? null
        : {
            member: await memberOf(db, claimedBy),
            at: claimedAt.toISOString(),
            points,
            creditedAt: creditedAt?.toISOString() ?? null,
          },
    returned: await returnOf(db, ticket),
  }
}
