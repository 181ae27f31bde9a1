import type { Endpoints } from '#contract/index.ts'
import { addSoldTickets, readTicketCodes, readTicketState, voidSoldTicket } from '#server/services/tickets/boxOffice.ts'
import type { Handler } from './handler.ts'

const addTickets: Handler<Endpoints['addTickets']> = ({ tickets }, { db, key, now, dependencies }) => {
  const { origin, ticketSigner: signer } = dependencies
  return addSoldTickets(db, { rows: tickets, from: key.name, now, origin, signer })
}

const voidTicket: Handler<Endpoints['voidTicket']> = (request, { db, now }) => voidSoldTicket(db, { ...request, now })

const ticketState: Handler<Endpoints['ticketState']> = async ({ ticketNo }, { db }) => ({
  ticket: await readTicketState(db, ticketNo),
})

const ticketCodes: Handler<Endpoints['ticketCodes']> = (request, { db, dependencies }) =>
  readTicketCodes(db, { ...request, origin: dependencies.origin })

export const boxOfficeHandlers = { addTickets, voidTicket, ticketState, ticketCodes }
