import type { Transaction } from 'kysely'
import type { AnswerOf, RequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import type { AnswerFault, countConversions, recordAirlineAnswers } from '#contract/staff/sending.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import {
  findUnsentConversions,
  lockConversions,
  markConversionsSent,
  setAirlineReference,
} from '#server/store/spending/milesConversions.ts'
import { findActsOnAll, findLastAct } from '#server/store/staffActs.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordActs } from '../acts.ts'
import { findRecipient } from '../recipients.ts'

/** A conversion as a line of the airline's file. */
type ExportedConversion = Awaited<ReturnType<typeof findUnsentConversions>>[number]

/** The acts of doing something with conversions. */
function actsOn(
  conversions: readonly ExportedConversion[],
  action: 'conversion_export' | 'conversion_send' | 'conversion_answer',
) {
  return conversions.map(({ refNo, memberId }) => ({
    action,
    subject: { kind: 'conversion', id: refNo } as const,
    memberId,
  }))
}

/** Whether the airline can credit it: the account's number is deleted with the member's account. */
const canBeSent = ({ account }: ExportedConversion) => account !== null

/** The conversions of which the airline has to be told. That they were exported is recorded. */
export function conversionsForAirline(db: ActingPool): Promise<ExportedConversion[]> {
  return inTransaction(db, async (transaction) => {
    const found = (await findUnsentConversions(transaction)).filter(canBeSent)
    await recordActs(transaction, actsOn(found, 'conversion_export'))
    return found
  })
}

/** What the airline was not told of: how much, and since when; and how many conversions it cannot be told of. */
export async function countUnsent(db: ConnectionPool): Promise<SentAnswerOf<typeof countConversions>> {
  const found = await findUnsentConversions(db)
  const sendable = found.filter(canBeSent)
  return {
    count: sendable.length,
    miles: sendable.reduce((sum, { miles }) => sum + miles, 0),
    since: sendable[0]?.at.toISOString() ?? null,
    withoutAccount: found.length - sendable.length,
  }
}

/** Those of the references of conversions that were ever in a file for the airline. */
async function findExported(db: Transaction<Database>, refNos: readonly string[]): Promise<ReadonlySet<string | null>> {
  const acts = await findActsOnAll(db, 'conversion', refNos, ['conversion_export'])
  return new Set(acts.map(({ subjectId }) => subjectId))
}

/**
 * What became of a mark; everything but `marked` has changed nothing. `marked_meanwhile`: who has marked one of them
 * before, and when. `not_exported`: one was never in a file for the airline.
 */
type MarkedConversions =
  | { kind: 'marked' }
  | { kind: 'marked_meanwhile'; by: { actor: string; at: Date } | null }
  | { kind: 'not_exported' }

/** Marks conversions as told to the airline, once, and tells their members: all of them, or none. */
export function markAsSent(
  db: ActingPool,
  references: readonly string[],
  { now, notify }: { now: Date; notify: NotifyMember },
): Promise<MarkedConversions> {
  const refNos = [...new Set(references)]
  return inTransaction(db, async (transaction) => {
    const chosen = await lockConversions(transaction, refNos)
    const before = chosen.find(({ sentAt }) => sentAt !== null)
    if (before) {
      const by = await findLastAct(transaction, { kind: 'conversion', id: before.refNo }, ['conversion_send'])
      return { kind: 'marked_meanwhile', by }
    }
    const exported = await findExported(transaction, refNos)
    if (chosen.length < refNos.length || !refNos.every((refNo) => exported.has(refNo))) return { kind: 'not_exported' }
    await markConversionsSent(
      transaction,
      chosen.map(({ id }) => id),
      now,
    )
    await recordActs(transaction, actsOn(chosen, 'conversion_send'))
    for (const { memberId, isActive, account: membershipNumber, miles, points, refNo } of chosen) {
      if (membershipNumber === null || !isActive) continue
      const about = { miles, points, refNo, membershipNumber, airlineReference: null }
      await notify(transaction, await findRecipient(transaction, memberId), {
        kind: 'miles_sent',
        sentAt: now,
        ...about,
      })
    }
    return { kind: 'marked' }
  })
}

type RecordedAnswers = AnswerOf<typeof recordAirlineAnswers>

interface AirlineAnswers extends RequestOf<typeof recordAirlineAnswers> {
  now: Date
  notify: NotifyMember
}

/**
 * Records the airline's own references, and tells the members, once each: all of them, or none where one is wrong. The
 * airline was told of these conversions, by a file that was marked or not.
 */
export function recordAnswers(
  db: ActingPool,
  { answers, isDryRun, now, notify }: AirlineAnswers,
): Promise<RecordedAnswers> {
  return inTransaction(db, async (transaction) => {
    const refNos = answers.map(({ refNo }) => refNo)
    const found = await lockConversions(transaction, refNos)
    const known = new Map(found.map((one) => [one.refNo, one]))
    const exported = await findExported(transaction, refNos)
    const read = { refNos: new Set<string>(), references: new Set<string>() }
    const faultOf = ({ refNo, airlineReference }: (typeof answers)[number]): AnswerFault | null => {
      const conversion = known.get(refNo)
      if (conversion === undefined) return { kind: 'unknown' }
      if (read.refNos.has(refNo)) return { kind: 'twice' }
      if (read.references.has(airlineReference)) return { kind: 'taken' }
      const before = conversion.airlineReference
      if (before !== null && before !== airlineReference) return { kind: 'differs', known: before }
      return conversion.sentAt === null && !exported.has(refNo) ? { kind: 'not_exported' } : null
    }
    const bad = answers.flatMap((answer, at) => {
      const fault = faultOf(answer)
      read.refNos.add(answer.refNo)
      read.references.add(answer.airlineReference)
      return fault === null ? [] : [{ at, fault }]
    })
    if (bad.length > 0) return { kind: 'bad', bad }
    const unchanged = answers.filter(({ refNo }) => known.get(refNo)?.airlineReference != null).length
    const counts = { recorded: answers.length - unchanged, unchanged }
    if (isDryRun) return { kind: 'checked', ...counts }
    for (const { refNo, airlineReference } of answers) {
      const conversion = known.get(refNo)
      if (!conversion || conversion.airlineReference !== null) continue
      const { id, memberId, isActive, account: membershipNumber, miles, points, sentAt: before } = conversion
      const sentAt = before ?? now
      await setAirlineReference(transaction, { id, airlineReference, sentAt })
      // That it was sent is one act, whether by a mark or by the airline's answer.
      await recordActs(transaction, actsOn([conversion], before === null ? 'conversion_send' : 'conversion_answer'))
      if (membershipNumber === null || !isActive) continue
      const about = { miles, points, refNo, membershipNumber, airlineReference, sentAt }
      await notify(transaction, await findRecipient(transaction, memberId), { kind: 'miles_sent', ...about })
    }
    return { kind: 'recorded', ...counts }
  })
}
