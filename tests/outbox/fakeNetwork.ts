import type { ApiError, Result } from '#src/api/errors.ts'
import type { FakeServer, ServerCall, ServerReply } from './fakeServer.ts'
import type { AwaitStep } from './memoryDatabase.ts'

/**
 * A fault of one call.
 *
 * - refused, silent: never reaches the server; the connection fails, or no response arrives in time.
 * - lost, late: reaches the server, in time or after the phone's time-out; no response arrives.
 * - cut: the response arrives incomplete.
 * - gateway: the server has done the work, and a proxy responds with 502.
 * - portal, lost address: a page of somebody else with status 200 or 404.
 * - a number: the server responds with this status and does nothing; 429 asks for a pause of 7 minutes.
 */
export const faults = [
  'refused',
  'silent',
  'lost',
  'late',
  'cut',
  'gateway',
  'portal',
  'lost address',
  403,
  408,
  409,
  422,
  429,
  500,
] as const
export type Fault = (typeof faults)[number]

export class FakeNetwork {
  /** The faults of the next calls, in order. */
  faults: Fault[] = []
  /** Called for every call that reaches the server, before the response. */
  onArrival: (call: ServerCall) => void = () => undefined
  readonly #server: FakeServer
  readonly #travel: (label: string) => Promise<void>

  constructor(server: FakeServer, travel: (label: string) => Promise<void>) {
    this.#server = server
    this.#travel = travel
  }

  /** Carries a call there and back. A dead tab's call still arrives; its response is lost. */
  async call(awaitStep: AwaitStep, call: ServerCall): Promise<Result<unknown>> {
    const next = this.faults.shift()
    // A server that has done it under its key says so, also to a member whom it would refuse now; one that has refused
    // what was asked for does so again.
    const isReplayed = typeof next === 'number' && this.#server.hasAnswered(call)
    const fault = isReplayed ? undefined : next
    if (fault === 422) this.#server.refuse(call)
    if (fault === 'late') void this.#arrive(call)
    const reply = fault === undefined || reaching.has(fault) ? await this.#arrive(call) : null
    await awaitStep('answer')
    return fault === undefined ? resultOf(reply) : { ok: false, error: errorOf(fault) }
  }

  async #arrive(call: ServerCall): Promise<ServerReply> {
    await this.#travel(`${call.route} arrives`)
    this.onArrival(call)
    return this.#server.handle(call)
  }
}

const reaching: ReadonlySet<Fault> = new Set<Fault>(['lost', 'cut', 'gateway'])

function resultOf(reply: ServerReply | null): Result<unknown> {
  if (reply?.status === 200) return { ok: true, data: reply.answer }
  return { ok: false, error: refusal(reply?.status ?? 500) }
}

function errorOf(fault: Fault): ApiError {
  if (typeof fault === 'number') return refusal(fault)
  switch (fault) {
    case 'refused':
      return { kind: 'network' }
    case 'silent':
    case 'lost':
    case 'late':
      return { kind: 'timeout' }
    case 'cut':
      return { kind: 'unreadable', status: 200, field: null, detail: 'cut' }
    case 'portal':
      return { kind: 'unreadable', status: 200, field: null, detail: 'HTML' }
    case 'gateway':
      return refusal(502, false)
    case 'lost address':
      return refusal(404, false)
  }
}

function refusal(status: number, inShape = true): ApiError {
  return { kind: 'http', status, message: '', fields: {}, inShape, retryAfterMs: status === 429 ? 7 * 60_000 : null }
}
