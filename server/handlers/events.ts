import type { Endpoints } from '#contract/index.ts'
import { findEvent } from '#server/services/events.ts'
import type { Handler } from './handler.ts'

const getEvent: Handler<Endpoints['getEvent']> = async ({ alias }, { db }) => ({ event: await findEvent(db, alias) })

export const eventHandlers = { getEvent }
