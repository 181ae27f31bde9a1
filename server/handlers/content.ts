import type { Endpoints } from '#contract/index.ts'
import { findInstruments, findPerformances, findTicketKeys } from '#server/store/content.ts'
import type { Handler } from './handler.ts'

const staticContents: Handler<Endpoints['staticContents']> = async (_request, { db }) => {
  const performances = await findPerformances(db)
  return {
    ticket_keys: await findTicketKeys(db),
    performances: performances.map(({ id, name, venue, starts_at: startsAt }) => ({
      id,
      name,
      venue,
      starts_at: startsAt.toISOString(),
    })),
  }
}

const instrumentList: Handler<Endpoints['instrumentList']> = async (_request, { db }) => ({
  allInstrument: await findInstruments(db),
})

export const contentHandlers = { staticContents, instrumentList }
