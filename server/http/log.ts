import { languagePattern } from '#contract/language.ts'
import type { Config } from '#server/config.ts'

/** The server's log. It never contains query strings, tokens, codes, email addresses or network addresses. */
export interface Log {
  /** `facts` are what the sentence says, for machines. */
  info: (sentence: string, facts?: Record<string, string | number>) => void
  warn: (sentence: string) => void
  /** `cause` is printed with its stack. */
  error: (sentence: string, cause?: unknown) => void
}

const levels = ['info', 'warn', 'error', 'silent'] as const

/** What is printed about one thing. */
interface Entry {
  level: Exclude<Config['logLevel'], 'silent'>
  sentence: string
  facts?: Record<string, string | number> | undefined
  cause?: unknown
}

const stackOf = (cause: unknown) => (cause instanceof Error ? (cause.stack ?? cause.message) : null)

const formats: Record<Config['logFormat'], (entry: Entry, time: string) => string> = {
  text: ({ sentence, cause }, time) =>
    [`${time} ${sentence}`, stackOf(cause)].filter((part) => part !== null).join('\n'),
  json: ({ level, sentence: message, facts, cause }, time) => {
    const stack = stackOf(cause)
    return JSON.stringify({ time, level, message, ...facts, ...(stack !== null && { stack }) })
  },
}

/** A log of everything at `level` or above: information on stdout, the rest on stderr, each line with its time. */
export function createLog(level: Config['logLevel'], format: Config['logFormat'] = 'text'): Log {
  const print = (write: (line: string) => void, entry: Entry) => {
    if (levels.indexOf(entry.level) >= levels.indexOf(level)) write(formats[format](entry, new Date().toISOString()))
  }
  return {
    info: (sentence, facts) => print(console.log, { level: 'info', sentence, facts }),
    warn: (sentence) => print(console.warn, { level: 'warn', sentence }),
    error: (sentence, cause) => print(console.error, { level: 'error', sentence, cause }),
  }
}

/** These addresses of the identity provider contain identifiers of a sign-in in progress. */
const secretSegment = /^(\/identity\/(?:interaction|auth)\/)[^/]+/

const ownPart = `(?:api|assets|identity|images|mailbox|pages|payment-simulator|${languagePattern})`
/** What the product itself says in an address: a part of it, and names of lower-case words. */
const ownNames = new RegExp(`^/${ownPart}(?:/[a-z-]+)*(?=/|$)`)
/** A page of the app: what it shows may have an alias. */
const appPage = new RegExp(`^/(?:${languagePattern})(?:/(?:reward-detail|event|campaign)/[\\w-]+|/[a-z-]+)?/?$`)
const belowLanguage = new RegExp(`^/(?:${languagePattern})/`)

/**
 * A request's address for the log: without its query, without secret identifiers in its path, and where it leads
 * nowhere, without what others have written into it.
 */
export function loggedPath(url: string, status: number): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const leadsNowhere = status === 404 || (belowLanguage.test(path) && !appPage.test(path))
  const own = leadsNowhere ? (ownNames.exec(path)?.[0] ?? '') : path
  const logged = own === path ? path.replace(secretSegment, '$1…') : `${own}/…`
  return logged.slice(0, 200)
}
