import type { AnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { noteRefund as note, readRefunds } from '#server/services/payments/refunds.ts'
import { conversionsForAirline, countUnsent, markAsSent, recordAnswers } from '#server/services/spending/milesExport.ts'
import {
  checkSendable,
  exportLabels,
  listParcels as list,
  type MarkedParcel,
  markParcel,
  putParcelBack,
} from '#server/services/spending/parcels.ts'
import { nameDoer } from '#server/services/staff/doneBy.ts'
import type { ActingPool } from '#server/store/store.ts'
import type { Handler } from '../handler.ts'

const listParcels: Handler<Endpoints['listParcels']> = ({ state }, { db }) => list(db, state, null)

const findParcels: Handler<Endpoints['findParcels']> = ({ state, text }, { db }) => list(db, state, text)

/** Marks parcels one after the other. */
async function markEach(
  db: ActingPool,
  refNos: readonly string[],
  mark: (refNo: string) => Promise<MarkedParcel>,
): Promise<AnswerOf<Endpoints['markParcels']>> {
  const marked: AnswerOf<Endpoints['markParcels']>['marked'] = []
  for (const refNo of refNos) {
    const one = await mark(refNo)
    if (one.kind === 'refused') marked.push({ kind: one.kind, refNo, state: one.state, by: await nameDoer(db, one.by) })
    else marked.push({ ...one, refNo })
  }
  return { marked }
}

const markParcels: Handler<Endpoints['markParcels']> = (request, { db, now, dependencies: { notify } }) => {
  const { refNos, state, tracking } = request
  return markEach(db, refNos, (refNo) => markParcel(db, { refNo, state, tracking, now, notify }))
}

const sendParcels: Handler<Endpoints['sendParcels']> = async ({ parcels, isDryRun }, context) => {
  const { db, now, dependencies } = context
  if (!isDryRun) {
    const trackingOf = new Map(parcels.map(({ refNo, tracking }) => [refNo, tracking]))
    const send = (refNo: string) => {
      const tracking = trackingOf.get(refNo) ?? null
      return markParcel(db, { refNo, state: 'sent', tracking, now, notify: dependencies.notify })
    }
    return { lines: (await markEach(db, [...trackingOf.keys()], send)).marked }
  }
  const lines: AnswerOf<Endpoints['sendParcels']>['lines'] = []
  for (const [refNo, one] of await checkSendable(
    db,
    parcels.map((parcel) => parcel.refNo),
  ))
    if (one.kind === 'refused') lines.push({ ...one, refNo, by: await nameDoer(db, one.by) })
    else lines.push({ ...one, refNo })
  return { lines }
}

const putParcelsBack: Handler<Endpoints['putParcelsBack']> = ({ refNos, reason }, { db, dependencies: { notify } }) =>
  markEach(db, refNos, (refNo) => putParcelBack(db, { refNo, reason, notify }))

const parcelLabels: Handler<Endpoints['parcelLabels']> = async ({ refNos }, { db }) => ({
  labels: await exportLabels(db, refNos),
})

const countConversions: Handler<Endpoints['countConversions']> = (_request, { db }) => countUnsent(db)

const exportConversions: Handler<Endpoints['exportConversions']> = async (_request, { db }) => {
  const exported = await conversionsForAirline(db)
  return {
    conversions: exported.map(({ refNo, at, account, firstName, lastName, points, miles }) => ({
      refNo,
      at: at.toISOString(),
      account,
      firstName,
      lastName,
      points,
      miles,
    })),
  }
}

const markConversions: Handler<Endpoints['markConversions']> = async (request, context) => {
  const { db, now, dependencies } = context
  const marked = await markAsSent(db, request.refNos, { now, notify: dependencies.notify })
  return marked.kind === 'marked_meanwhile' ? { kind: marked.kind, by: await nameDoer(db, marked.by) } : marked
}

const recordAirlineAnswers: Handler<Endpoints['recordAirlineAnswers']> = (request, { db, now, dependencies }) =>
  recordAnswers(db, { ...request, now, notify: dependencies.notify })

const listRefunds: Handler<Endpoints['listRefunds']> = async ({ withRefunded }, { db }) => ({
  refunds: await readRefunds(db, { withRefunded: withRefunded === 'true' }),
})

const noteRefund: Handler<Endpoints['noteRefund']> = async (request, { db, now }) => {
  const noted = await note(db, { ...request, now })
  return noted.kind === 'noted' ? noted : { kind: 'refused', by: await nameDoer(db, noted.by) }
}

export const sendingHandlers = {
  listParcels,
  findParcels,
  markParcels,
  sendParcels,
  putParcelsBack,
  parcelLabels,
  countConversions,
  exportConversions,
  markConversions,
  recordAirlineAnswers,
  listRefunds,
  noteRefund,
}
