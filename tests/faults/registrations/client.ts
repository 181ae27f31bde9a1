import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { type AnswerOf, type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { SeededRandom } from '../seededRandom.ts'
import { product } from './club.ts'

/** The answer of a call that was understood: of the contract's shape, or a refusal. */
export type Answered<E extends Endpoint> = { status: 200; data: AnswerOf<E> } | { status: number; message: string }

/** Calls like the app: again and again with the same key, until there is an answer. */
export interface Client {
  call: <E extends Endpoint>(endpoint: E, request: object, token?: string) => Promise<Answered<E>>
  /** How many calls had to be repeated so far. */
  repeated: () => number
}

const pauseMs = 20
/** No answer of this server: the line's own, or that it is busy with the same request. */
const passing = new Set([409, 502, 503])

type Sent = { status: number; body: unknown } | null

const isFinal = (sent: Sent) => sent !== null && !passing.has(sent.status)

/**
 * @param origins the addresses of the servers, of which each call takes any
 * @param options.twice how many of the presses are double ones, of 1
 */
export function createClient(origins: readonly string[], options: { random: SeededRandom; twice: number }): Client {
  const { random, twice } = options
  let repeated = 0

  async function send(endpoint: Endpoint, init: RequestInit): Promise<Sent> {
    try {
      const response = await fetch(random.pick(origins) + pathOf(endpoint, product), init)
      return { status: response.status, body: await response.json() }
    } catch {
      return null
    }
  }

  async function press(endpoint: Endpoint, init: RequestInit): Promise<Sent> {
    const copies = random.chance(twice) ? 2 : 1
    const answers = await Promise.all(Array.from({ length: copies }, () => send(endpoint, init)))
    return answers.find((sent) => sent?.status === 200) ?? answers.find(isFinal) ?? null
  }

  return {
    repeated: () => repeated,
    async call(endpoint, request, token) {
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      }
      const init = { method: endpoint.method, headers, body: JSON.stringify(request) }
      for (;;) {
        const sent = await press(endpoint, init)
        if (sent?.status === 200) return { status: 200, data: v.parse(endpoint.answer, sent.body) }
        if (sent !== null) return { status: sent.status, message: JSON.stringify(sent.body) }
        repeated += 1
        await delay(pauseMs)
      }
    },
  }
}

/**
 * The data of an answer.
 *
 * @throws when the call was refused
 */
export function dataOf<E extends Endpoint>(answered: Answered<E>): AnswerOf<E> {
  if ('data' in answered) return answered.data
  throw new Error(`refused with ${answered.status}: ${answered.message}`)
}
