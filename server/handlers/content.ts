import type { Endpoints } from '#contract/index.ts'
import { readHomepagePopup, readInstruments, readStaticContents } from '#server/services/contents.ts'
import type { Handler } from './handler.ts'

const staticContents: Handler<Endpoints['staticContents']> = (_request, { db, dependencies }) =>
  readStaticContents(db, dependencies.rules)

const instrumentList: Handler<Endpoints['instrumentList']> = async (_request, { db }) => ({
  allInstrument: await readInstruments(db),
})

const homepagePopup: Handler<Endpoints['homepagePopup']> = (_request, { db, dependencies }) =>
  readHomepagePopup(db, dependencies.rules)

export const contentHandlers = { staticContents, instrumentList, homepagePopup }
