import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { answers } from '#server/store/connection/answers.ts'
import type { Database } from '#server/store/tables.ts'

/** How long the database may take to answer, in milliseconds. */
const databaseTimeoutMs = 2_000
/** How long its answer holds for whoever asks, in milliseconds. */
const sharedMs = 1_000

/**
 * Whether something answers within a time, in milliseconds. The time is counted in two halves: when the process itself
 * was busy for longer, a single timer would end before the answer that lies there is read.
 */
export async function respondsInTime(ask: () => Promise<unknown>, limitMs: number): Promise<boolean> {
  const answered = new AbortController()
  const limit = async () => {
    for (let half = 0; half < 2; half += 1) await delay(limitMs / 2, undefined, { signal: answered.signal })
    throw new Error('No answer in time')
  }
  return Promise.race([ask(), limit()])
    .then(
      () => true,
      () => false,
    )
    .finally(() => answered.abort())
}

/** Asks one question at a time, and gives its answer to whoever asks meanwhile or within a second. */
export function shared(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null
  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => {
        answer = null
      }, sharedMs).unref()
    })
    return answer
  }
}

/** Whether a request asks for the server's health: by anybody, under any host name. */
export function isHealthCheck(url: string): boolean {
  return /^\/(?:livez|readyz)(?:\?|$)/.test(url)
}

/** Answers what `isHealthCheck` knows, by itself: no router and no queue is before it. */
export type AnswerHealth = (url: string, response: ServerResponse) => Promise<void>

/**
 * The health of the server. `/livez`: the process answers; restarting it would help nobody. `/readyz`: the database
 * answers, too, else 503: send calls to another server. It names the version.
 *
 * @param db the check's own connection: it answers while requests wait for theirs
 */
export function answerHealthOf(db: Kysely<Database>, version: string): AnswerHealth {
  const isReady = shared(() => respondsInTime(() => answers(db), databaseTimeoutMs))
  return async (url, response) => {
    const isLiveness = url.startsWith('/livez')
    const [status, code] = isLiveness || (await isReady()) ? (['ok', 200] as const) : (['database away', 503] as const)
    response.writeHead(code, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    response.end(JSON.stringify(isLiveness ? { status } : { status, version }))
  }
}
