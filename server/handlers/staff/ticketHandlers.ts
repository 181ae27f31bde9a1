import { open } from 'node:fs/promises'
import type { Endpoints } from '#contract/index.ts'
import { maxTicketFileBytes } from '#contract/staff/ticketFile.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { listUnsettled, settleOne } from '#server/services/staff/concerts.ts'
import { importFile, listImports, undoListed } from '#server/services/staff/ticketImports.ts'
import { readTicketStory } from '#server/services/staff/ticketStory.ts'
import { returnTicket as giveBack } from '#server/services/tickets/returnedTickets.ts'
import { AnswerLines, type Handler } from '../handler.ts'

const importTickets: Handler<Endpoints['importTickets']> = async (request, context) => {
  const { db, now, filePath, dependencies } = context
  const { origin, ticketSigner: signer } = dependencies
  if (filePath === null) throw new HttpError(400, { message: 'The file comes in a form' })
  // What is open is there to be read, also once its name is deleted.
  const opened = await open(filePath)
  const { size } = await opened.stat()
  if (size > maxTicketFileBytes) {
    await opened.close()
    throw new HttpError(413, { message: `The file is larger than ${maxTicketFileBytes} bytes` })
  }
  return new AnswerLines(async (send) => {
    try {
      return await importFile(db, { request, file: opened, now, origin, signer, send })
    } finally {
      await opened.close()
    }
  })
}

const ticketImports: Handler<Endpoints['ticketImports']> = async (_request, { db }) => ({
  imports: await listImports(db),
})

const undoImport: Handler<Endpoints['undoImport']> = ({ importId }, { db, now }) => undoListed(db, importId, now)

const unsettledConcerts: Handler<Endpoints['unsettledConcerts']> = async (_request, { db, now }) => ({
  concerts: await listUnsettled(db, now),
})

const settleConcert: Handler<Endpoints['settleConcert']> = ({ performanceId }, context) => {
  const { db, now, dependencies } = context
  const { notify, rules } = dependencies
  return settleOne({ db, now, performanceId, notify, pointsExpiryMonths: rules.pointsExpiryMonths })
}

const ticketStory: Handler<Endpoints['ticketStory']> = async ({ ticketNo }, { db }) => ({
  ticket: await readTicketStory(db, ticketNo),
})

const returnTicket: Handler<Endpoints['returnTicket']> = async (request, { db, now }) => {
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
