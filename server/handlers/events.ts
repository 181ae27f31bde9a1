import type { Endpoints } from '#contract/index.ts'
import { shownContents } from '#server/content/shown.ts'
import { isShown } from '#server/domain/rewards.ts'
import type { Handler } from './handler.ts'

const getEvent: Handler<Endpoints['getEvent']> = async ({ alias }, { db }) => {
  const { events } = (await shownContents(db)).offers
  const event = events.find((one) => one.alias === alias && isShown(one.status))
  return { event: event?.item ?? null }
}

export const eventHandlers = { getEvent }
