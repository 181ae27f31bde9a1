import type { Config } from '#server/config.ts'

/** The server's log. It never contains query strings, tokens, codes, email addresses or network addresses. */
export interface Log {
  info: (sentence: string) => void
  warn: (sentence: string) => void
  /** `cause` is printed with its stack. */
  error: (sentence: string, cause?: unknown) => void
}

const levels = ['info', 'warn', 'error', 'silent'] as const

function describe(cause: unknown): string {
  return cause instanceof Error ? `\n${cause.stack ?? cause.message}` : ''
}

const line = (sentence: string) => `${new Date().toISOString()} ${sentence}`

/** A log of everything at `level` or above: information on stdout, the rest on stderr, each line with its time. */
export function createLog(level: Config['logLevel']): Log {
  const isEnabled = (own: (typeof levels)[number]) => levels.indexOf(own) >= levels.indexOf(level)
  return {
    info: (sentence) => isEnabled('info') && console.log(line(sentence)),
    warn: (sentence) => isEnabled('warn') && console.warn(line(sentence)),
    error: (sentence, cause) => isEnabled('error') && console.error(line(sentence + describe(cause))),
  }
}

/** These addresses of the identity provider contain identifiers of a sign-in in progress. */
const secretSegment = /^(\/identity\/(?:interaction|auth)\/)[^/]+/

/** A request's address for the log: without its query, and without secret identifiers in its path. */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path.replace(secretSegment, '$1…').slice(0, 200)
}
