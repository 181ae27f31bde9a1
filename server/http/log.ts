import type { Config } from '#server/config.ts'

/** Where the server writes what happens. Never a query string, token, code, mail address or network address. */
export interface Log {
  info: (sentence: string) => void
  warn: (sentence: string) => void
  /** `cause` is printed with its stack: it names code, not people. */
  error: (sentence: string, cause?: unknown) => void
}

const levels = ['info', 'warn', 'error', 'silent'] as const

function describe(cause: unknown): string {
  return cause instanceof Error ? `\n${cause.stack ?? cause.message}` : ''
}

const line = (sentence: string) => `${new Date().toISOString()} ${sentence}`

/** A log that prints what is at least as grave as `level`: information on stdout, the rest on stderr, each with its time. */
export function createLog(level: Config['logLevel']): Log {
  const heard = (own: (typeof levels)[number]) => levels.indexOf(own) >= levels.indexOf(level)
  return {
    info: (sentence) => heard('info') && console.log(line(sentence)),
    warn: (sentence) => heard('warn') && console.warn(line(sentence)),
    error: (sentence, cause) => heard('error') && console.error(line(sentence + describe(cause))),
  }
}

/** Identifiers of a sign-in under way stand in these addresses of the identity provider. */
const secretSegment = /^(\/identity\/(?:interaction|auth)\/)[^/]+/

/** A request's address as it may be logged: without its query, and without the identifiers that some paths hold. */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path.replace(secretSegment, '$1…').slice(0, 200)
}
