import type { AnswerOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { givePoints } from '#server/services/points/points.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { type Client, dataOf } from '../registrations/client.ts'
import type { SeededRandom } from '../seededRandom.ts'
import { signedInMember } from '../loadedServer.ts'
import { events, rewards, type SharedClub } from './club.ts'

/** What a member asked for, and the answer that came in the end. */
export type Answered =
  | { kind: 'scanned'; member: string; points: number }
  | { kind: 'redeem'; member: string; alias: string; quantity: number; answer: AnswerOf<typeof endpoints.redeem> }
  | { kind: 'convert'; member: string; points: number; answer: AnswerOf<typeof endpoints.redeemAsiaMiles> }
  | {
      kind: 'register'
      member: string
      alias: string
      quantity: number
      answer: AnswerOf<typeof endpoints.registerEvent>
    }
  | { kind: 'cancel'; member: string; refNo: string }
  /** By staff. */
  | { kind: 'adjusted'; member: string; points: number }

export interface Spender {
  id: string
  token: string
  /** The registrations that an answer named, and that they have not given back. */
  held: string[]
}

/** What each member has before. */
export const firstPoints = 200

const hourMs = 3_600_000

/** Half of their first points expire, and half never do: which are spent first makes a difference. */
export async function addSpenders({ db }: SharedClub, count: number): Promise<Spender[]> {
  const spenders: Spender[] = []
  const [yesterday, nextMonth] = [new Date(Date.now() - 24 * hourMs), new Date(Date.now() + 720 * hourMs)]
  for (let index = 0; index < count; index += 1) {
    const member = await signedInMember({ db })
    await inTransaction(db, async (transaction) => {
      for (const expiresAt of [nextMonth, null]) {
        const reference = `${member.id} ${expiresAt === null ? 'lasting' : 'expiring'}`
        const cause = { memberId: member.id, code: 'Bulk Import', reference, now: yesterday }
        await givePoints(transaction, cause, firstPoints / 2, expiresAt)
      }
    })
    spenders.push({ ...member, held: [] })
  }
  return spenders
}

interface Surroundings {
  club: SharedClub
  client: Client
  random: SeededRandom
}

type Operation = (spender: Spender, surroundings: Surroundings) => Promise<Answered | null>

const scan: Operation = async ({ id, token }, { club, client }) => {
  const { code, ticketNo, amount } = await issueTicket(club.db)
  dataOf(await client.call(endpoints.scanTicket, { qrcode: code }, token))
  const claim = { ticket_info: { ticket_no: ticketNo } }
  const { status, upgrade } = dataOf(await client.call(endpoints.verifyTicket, claim, token))
  if (status !== 'success') throw new Error(`A ticket of one's own is ${status}`)
  return { kind: 'scanned', member: id, points: amount + (upgrade?.points ?? 0) }
}

const redeem: Operation = async ({ id, token }, { club, client, random }) => {
  const { alias, points, delivery } = random.pick(rewards)
  const quantity = random.pick([1, 1, 2, 3])
  const request = { item_id: club.idOf(alias), quantity, delivery_method: delivery, expected_points: points * quantity }
  const answer = dataOf(await client.call(endpoints.redeem, request, token))
  return { kind: 'redeem', member: id, alias, quantity, answer }
}

const convert: Operation = async ({ id, token }, { client, random }) => {
  const points = random.pick([40, 80, 120])
  const request = {
    points_to_convert: points,
    asia_miles_membership_number: '1234567890',
    asia_miles_member_first_name: 'Ada',
    asia_miles_member_last_name: 'Chan',
  }
  const answer = dataOf(await client.call(endpoints.redeemAsiaMiles, request, token))
  return { kind: 'convert', member: id, points, answer }
}

const register: Operation = async (spender, { club, client, random }) => {
  const { alias } = random.pick(events)
  const quantity = random.pick([1, 2])
  const request = { event_id: club.idOf(alias), quantity }
  const answer = dataOf(await client.call(endpoints.registerEvent, request, spender.token))
  if (answer.registration) spender.held.push(answer.registration.ref_no)
  return { kind: 'register', member: spender.id, alias, quantity, answer }
}

const cancel: Operation = async ({ id, token, held }, { client }) => {
  const refNo = held.shift()
  if (refNo === undefined) return null
  dataOf(await client.call(endpoints.cancelRegistration, { ref_no: refNo }, token))
  return { kind: 'cancel', member: id, refNo }
}

const operations: readonly { weight: number; item: Operation }[] = [
  { weight: 0.2, item: scan },
  { weight: 0.35, item: redeem },
  { weight: 0.1, item: convert },
  { weight: 0.25, item: register },
  { weight: 0.1, item: cancel },
]

/** Does something for somebody, until there is an answer. Resolves to null where there was nothing to do. */
export function operate(spenders: readonly Spender[], surroundings: Surroundings): Promise<Answered | null> {
  const { random } = surroundings
  return (random.draw(operations) ?? cancel)(random.pick(spenders), surroundings)
}
