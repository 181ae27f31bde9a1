import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { listUnsettled, settleOne } from '#server/services/staff/concerts.ts'
import { importFile, listImports, undoListed } from '#server/services/staff/ticketImports.ts'
import { readTicketStory } from '#server/services/staff/ticketStory.ts'
import { returnTicket as giveBack } from '#server/services/tickets/returnedTickets.ts'
import { AnswerLines, type StaffHandler } from './staffHandler.ts'

const importTickets: StaffHandler<typeof staffEndpoints.importTickets> = (request, { db, now, dependencies }) => {
  const { origin, ticketSigner: signer } = dependencies
  return Promise.resolve(new AnswerLines((send) => importFile(db, { request, now, origin, signer, send })))
}

const ticketImports: StaffHandler<typeof staffEndpoints.ticketImports> = async (_request, { db }) => ({
  imports: await listImports(db),
})

const undoImport: StaffHandler<typeof staffEndpoints.undoImport> = ({ importId }, { db, now }) =>
  undoListed(db, importId, now)

const unsettledConcerts: StaffHandler<typeof staffEndpoints.unsettledConcerts> = async (_request, { db, now }) => ({
  concerts: await listUnsettled(db, now),
})

const settleConcert: StaffHandler<typeof staffEndpoints.settleConcert> = ({ performanceId }, context) => {
  const { db, now, dependencies } = context
  const { notify, rules } = dependencies
  return settleOne({ db, now, performanceId, notify, pointsExpiryMonths: rules.pointsExpiryMonths })
}

const ticketStory: StaffHandler<typeof staffEndpoints.ticketStory> = async ({ ticketNo }, { db }) => ({
  ticket: await readTicketStory(db, ticketNo),
})

const returnTicket: StaffHandler<typeof staffEndpoints.returnTicket> = async (request, { db, now }) => {
  const returned = await giveBack(db, { ...request, now })
  switch (returned.kind) {
    case 'unknown_ticket':
    case 'voided':
    case 'closed':
      return returned
    case 'repeated':
      return { kind: 'repeated', at: returned.at.toISOString() }
    case 'returned': {
      const { wasPending, given, taken, before, after } = returned
      return { kind: 'returned', wasPending, given, taken, before, after }
    }
  }
}

export const ticketHandlers = {
  importTickets,
  ticketImports,
  undoImport,
  unsettledConcerts,
  settleConcert,
  ticketStory,
  returnTicket,
}
