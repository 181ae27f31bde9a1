import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import { languageTable } from '#contract/language.ts'
import { writtenAddress } from '#contract/registration/postalAddress.ts'
import { type ListedParcel, mostParcels } from '#contract/staff/sending.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import { type ParcelMark, type ParcelState, parcelSteps } from '#contract/spending/parcels.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { fullName } from '#server/domain/fullName.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import {
  findParcelPage,
  findParcels,
  findUnsentParcels,
  lockParcel,
  type ParcelRow,
  removeParcel,
  saveParcel,
} from '#server/store/spending/parcels.ts'
import { findActsOnAll, findLastAct } from '#server/store/staffActs.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type Act, FactMoment, type Inverse, recordAct, recordActs, recordUndoableAct } from '../acts.ts'
import { findRecipient } from '../recipients.ts'
import { patternOf } from '../staff/searchPattern.ts'

const subjectOf = ({ refNo }: { refNo: string }) => ({ kind: 'parcel', id: refNo }) as const

/** A label: to whom, and where, in the order of the member's language; and what is inside. */
interface Label {
  refNo: string
  name: string
  phone: string | null
  lines: string[]
  alias: string
  quantity: number
}

/**
 * The labels of parcels, also again, without those that are sent, and those whose account is deleted with its address.
 * That the addresses were exported is recorded for each.
 */
export async function exportLabels(db: ActingPool, refNos: readonly string[]): Promise<Label[]> {
  const { countries = [] } = (await publishedRecords(db)).editorial
  const known = countries.filter((country) => country !== null)
  return inTransaction(db, async (transaction) => {
    const labels: Label[] = []
    const acts: Act[] = []
    for (const parcel of await findUnsentParcels(transaction, refNos)) {
      const { address, refNo, alias, quantity, memberId } = parcel
      if (address === null) continue
      const { language } = await findRecipient(transaction, memberId)
      const lines = writtenAddress(address, known, language).map(({ text }) => text)
      const name = fullName(parcel.firstName, parcel.lastName)
      const { isChinese } = languageTable[language]
      const called = isChinese ? parcel.chineseName || name : name || parcel.chineseName
      const phone = parcel.mobile === null ? null : `+${parcel.countryCode} ${parcel.mobile}`
      labels.push({ refNo, name: called ?? '', phone, lines, alias, quantity })
      acts.push({ action: 'parcels_export', subject: subjectOf(parcel), memberId })
    }
    await recordActs(transaction, acts)
    return labels
  })
}

/** A parcel that staff mark. */
interface ParcelMarking {
  refNo: string
  state: ParcelMark
  /** What the carrier calls it; null where it was not said. */
  tracking: string | null
  now: Date
  notify: NotifyMember
}

/** What became of it. `refused`: where the parcel is already, and who has marked it so, and when; null: nobody yet. */
export type MarkedParcel =
  | { kind: 'unknown' }
  | { kind: 'refused'; state: ParcelState; by: { actor: string; at: Date } | null }
  | { kind: 'marked'; undo: Undo | null }

/** Where a parcel was before it was sent, as far as the act does not say so. */
const Unsent = v.object({ changedAt: v.nullable(FactMoment), tracking: v.nullable(v.string()) })

const actionOf = { packed: 'parcel_pack', sent: 'parcel_send', returned: 'parcel_return' } as const

const marks = [...Object.values(actionOf), 'parcel_put_back'] as const

const isNext = (from: ParcelState, to: ParcelMark) => parcelSteps[from].some((state) => state === to)

/** Marks a parcel, once, and tells the member when it is sent. */
export async function markParcel(db: ActingPool, marking: ParcelMarking): Promise<MarkedParcel> {
  const { refNo, state, tracking, now, notify } = marking
  const { rewards } = (await publishedRecords(db)).offers
  return inTransaction(db, async (transaction) => {
    const parcel = await lockParcel(transaction, refNo)
    if (!parcel) return { kind: 'unknown' }
    if (!isNext(parcel.state, state)) {
      const by = await findLastAct(transaction, subjectOf(parcel), marks)
      return { kind: 'refused', state: parcel.state, by }
    }
    // One that is sent again has another note; one whose address is deleted with the account has none.
    const note = tracking ?? (state === 'returned' ? parcel.tracking : null)
    const saved = { state, changed_at: now, tracking: parcel.address === null ? null : note }
    await saveParcel(transaction, parcel.id, saved)
    const { memberId, quantity, alias } = parcel
    const act = { subject: subjectOf(parcel), memberId, before: { state: parcel.state }, after: { state } }
    if (state !== 'sent') {
      await recordAct(transaction, { action: actionOf[state], ...act })
      return { kind: 'marked', undo: null }
    }
    const facts = { changedAt: parcel.changedAt?.toISOString() ?? null, tracking: parcel.tracking }
    const undo = await recordUndoableAct(transaction, { action: actionOf[state], ...act }, facts)
    if (parcel.isActive) {
      const name = rewards.find((reward) => reward.alias === alias)?.name ?? null
      const notice = { kind: 'reward_sent', name, quantity, refNo, tracking, sentAt: now } as const
      await notify(transaction, await findRecipient(transaction, memberId), notice, undo)
    }
    return { kind: 'marked', undo }
  })
}

/** Takes the mark of a parcel back that is not packed, or not sent: its member can read why. */
export async function putParcelBack(
  db: ActingPool,
  { refNo, reason, notify }: Pick<ParcelMarking, 'refNo' | 'notify'> & { reason: string },
): Promise<MarkedParcel> {
  const { rewards } = (await publishedRecords(db)).offers
  return inTransaction(db, async (transaction) => {
    const parcel = await lockParcel(transaction, refNo)
    if (!parcel) return { kind: 'unknown' }
    const { state, memberId, quantity, alias } = parcel
    if (state !== 'packed' && state !== 'sent')
      return { kind: 'refused', state, by: await findLastAct(transaction, subjectOf(parcel), marks) }
    await removeParcel(transaction, parcel.id)
    const change = { before: { state }, after: { state: 'ordered' }, reason }
    await recordAct(transaction, { action: 'parcel_put_back', subject: subjectOf(parcel), memberId, ...change })
    if (state === 'sent' && parcel.isActive) {
      const name = rewards.find((reward) => reward.alias === alias)?.name ?? null
      const notice = { kind: 'reward_not_sent', name, quantity, refNo } as const
      await notify(transaction, await findRecipient(transaction, memberId), notice)
    }
    return { kind: 'marked', undo: null }
  })
}

/** A parcel is where it was before it was marked as sent. */
export const unsendParcel: Inverse = async (db, { subjectId, facts, before }) => {
  const parcel = await lockParcel(db, subjectId)
  const { state } = v.parse(v.object({ state: v.picklist(keysOf(parcelSteps)) }), before)
  const { changedAt, tracking } = v.parse(Unsent, facts)
  if (parcel?.state !== 'sent') return 'changed'
  if (state === 'ordered' || changedAt === null) await removeParcel(db, parcel.id)
  else
    await saveParcel(db, parcel.id, {
      state,
      changed_at: changedAt,
      tracking: parcel.address === null ? null : tracking,
    })
  return 'undone'
}

/** A parcel that would be sent, or why not. */
export type SendableParcel = Exclude<MarkedParcel, { kind: 'marked' }> | { kind: 'ready'; name: string }

/** Which of some parcels could be marked as sent now, by their references. Changes nothing. */
export async function checkSendable(
  db: ConnectionPool,
  refNos: readonly string[],
): Promise<ReadonlyMap<string, SendableParcel>> {
  const known = new Map((await findParcels(db, refNos)).map((row) => [row.refNo, row]))
  const checked = new Map<string, SendableParcel>()
  for (const refNo of refNos) {
    const row = known.get(refNo)
    if (!row) checked.set(refNo, { kind: 'unknown' })
    else if (isNext(row.state, 'sent')) checked.set(refNo, { kind: 'ready', name: nameOn(row) })
    else checked.set(refNo, { kind: 'refused', state: row.state, by: await findLastAct(db, subjectOf(row), marks) })
  }
  return checked
}

const nameOn = (row: ParcelRow) => fullName(row.firstName, row.lastName) || (row.chineseName ?? row.email)

/**
 * The first parcels in a state for the page of staff: the oldest first; of those sent, the last first. `text`: part of
 * a reference, tracking number or name; null for all.
 */
export async function listParcels(
  db: ConnectionPool,
  state: ParcelState,
  text: string | null,
): Promise<{ parcels: ListedParcel[]; hasMore: boolean }> {
  const { rewards } = (await publishedRecords(db)).offers
  const typed = text?.normalize('NFKC') ?? ''
  const words = typed.toLowerCase().split(/\s+/).map(patternOf)
  const search = text === null ? null : { number: typed.toUpperCase(), words }
  const rows = await findParcelPage(db, state, mostParcels + 1, search)
  const refNos = rows.map(({ refNo }) => refNo)
  const labelled = new Map<string | null, string>()
  const acts = await findActsOnAll(db, 'parcel', refNos, ['parcels_export', actionOf.returned])
  for (const { subjectId, action, at } of acts.toReversed()) {
    // The label of one that came back has been used.
    if (action === actionOf.returned) labelled.delete(subjectId)
    else labelled.set(subjectId, at.toISOString())
  }
  const toListed = (row: ParcelRow): ListedParcel => ({
    refNo: row.refNo,
    orderedAt: row.orderedAt.toISOString(),
    alias: row.alias,
    reward: rewards.find(({ alias }) => alias === row.alias)?.name ?? null,
    quantity: row.quantity,
    name: nameOn(row),
    state: row.state,
    changedAt: row.changedAt?.toISOString() ?? null,
    tracking: row.tracking,
    hasAddress: row.address !== null,
    labelledAt: labelled.get(row.refNo) ?? null,
  })
  return { parcels: rows.slice(0, mostParcels).map(toListed), hasMore: rows.length > mostParcels }
}
