import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { noteRefund as note, readRefunds } from '#server/services/payments/refunds.ts'
import { conversionsForAirline, countUnsent, markAsSent } from '#server/services/spending/milesExport.ts'
import { exportLabels, listParcels, markParcel } from '#server/services/spending/parcels.ts'
import { nameDoer } from '#server/services/staff/doneBy.ts'
import type { StaffHandler } from './staffHandler.ts'

const parcels: StaffHandler<typeof staffEndpoints.parcels> = ({ state }, { db }) => listParcels(db, state)

const markParcels: StaffHandler<typeof staffEndpoints.markParcels> = async (request, { db, now, dependencies }) => {
  const { refNos, state, tracking } = request
  const marked = []
  for (const refNo of refNos) {
    const one = await markParcel(db, { refNo, state, tracking, now, notify: dependencies.notify })
    if (one.kind !== 'refused') marked.push({ kind: one.kind, refNo })
    else marked.push({ kind: one.kind, refNo, state: one.state, by: await nameDoer(db, one.by) })
  }
  return { marked }
}

const parcelLabels: StaffHandler<typeof staffEndpoints.parcelLabels> = async ({ refNos }, { db }) => ({
  labels: await exportLabels(db, refNos),
})

const conversions: StaffHandler<typeof staffEndpoints.conversions> = (_request, { db }) => countUnsent(db)

const exportConversions: StaffHandler<typeof staffEndpoints.exportConversions> = async (_request, { db }) => {
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

const markConversions: StaffHandler<typeof staffEndpoints.markConversions> = async (request, context) => {
  const { db, now, dependencies } = context
  const marked = await markAsSent(db, request.refNos, { now, notify: dependencies.notify })
  return marked.kind === 'marked_meanwhile' ? { kind: marked.kind, by: await nameDoer(db, marked.by) } : marked
}

const refunds: StaffHandler<typeof staffEndpoints.refunds> = async ({ withRefunded }, { db }) => ({
  refunds: await readRefunds(db, { withRefunded: withRefunded === 'true' }),
})

const noteRefund: StaffHandler<typeof staffEndpoints.noteRefund> = async (request, { db, now }) => {
  const noted = await note(db, { ...request, now })
  return noted.kind === 'noted' ? noted : { kind: 'refused', by: await nameDoer(db, noted.by) }
}

export const sendingHandlers = {
  parcels,
  markParcels,
  parcelLabels,
  conversions,
  exportConversions,
  markConversions,
  refunds,
  noteRefund,
}
