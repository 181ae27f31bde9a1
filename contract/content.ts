import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { LocalizedText } from './language.ts'
import { TicketKey } from './ticket.ts'

/** A performance that tickets can name, so that a signed ticket can be shown without a connection. */
export const Performance = v.object({
  id: v.string(),
  name: LocalizedText,
  venue: LocalizedText,
  starts_at: v.string(),
})
export type Performance = v.InferOutput<typeof Performance>

/** Everything public that the app keeps for offline use. */
export const StaticContents = v.object({
  ticket_keys: v.array(TicketKey),
  performances: v.array(Performance),
})
export type StaticContents = v.InferOutput<typeof StaticContents>

export const staticContents = endpoint({
  method: 'GET',
  path: '/api/{product}/static-contents',
  access: 'public',
  request: v.object({}),
  answer: StaticContents,
})

export const Instrument = v.object({ id: v.string(), name: LocalizedText })

export const instrumentList = endpoint({
  method: 'GET',
  path: '/api/{product}/get-instrument-list',
  access: 'public',
  request: v.object({}),
  answer: v.object({ allInstrument: v.array(Instrument) }),
})
