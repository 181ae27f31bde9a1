import type { Endpoints } from '#contract/index.ts'
import { shownContents } from '#server/content/publishedContent.ts'
import { findPerformances, findTicketKeys } from '#server/store/performances.ts'
import type { Handler } from './handler.ts'

const staticContents: Handler<Endpoints['staticContents']> = async (_request, { db }) => {
  const performances = await findPerformances(db)
  const { written } = await shownContents(db)
  return {
    ticket_keys: await findTicketKeys(db),
    performances: performances.map(({ id, name, venue, starts_at: startsAt }) => ({
      id,
      name,
      venue,
      starts_at: startsAt.toISOString(),
    })),
    ...written,
  }
}

const instrumentList: Handler<Endpoints['instrumentList']> = async (_request, { db }) => ({
  allInstrument: (await shownContents(db)).instruments,
})

const homepagePopup: Handler<Endpoints['homepagePopup']> = async (_request, { db }) => (await shownContents(db)).popup

export const contentHandlers = { staticContents, instrumentList, homepagePopup }
