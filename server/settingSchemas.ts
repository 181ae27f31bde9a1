import { isIP } from 'node:net'
import * as v from 'valibot'

/** An environment variable. */
export interface Setting<
  Schema extends v.GenericSchema<string, unknown> = v.GenericSchema<string, unknown>,
  Default extends string | null = string | null,
> {
  /** Its purpose, as in docs/settings.md. */
  about: string
  /** What a valid value looks like: "PORT must be …". */
  expects: string
  /** The value when the variable is unset or blank; null when that has a meaning of its own. */
  byDefault: Default
  schema: Schema
  /** The value may contain a password and is never printed. */
  secret?: true
}

/** Declares a setting with its exact type. */
export function setting<const Schema extends v.GenericSchema<string, unknown>, const Default extends string | null>(
  declared: Setting<Schema, Default>,
): Setting<Schema, Default> {
  return declared
}

/** A whole number between two, both included. */
export const whole = (from: number, to: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(from), v.maxValue(to))

const flags: Record<string, boolean> = {
  '1': true,
  true: true,
  on: true,
  yes: true,
  '0': false,
  false: false,
  off: false,
  no: false,
}
export const flag = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.check((text) => Object.hasOwn(flags, text)),
  v.transform((text) => flags[text] === true),
)

/** An absolute address that fits. */
export const address = (fits: (url: URL, text: string) => boolean) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const url = URL.parse(text)
      return url !== null && fits(url, text)
    }),
  )
export const oneOf =
  (...protocols: string[]) =>
  (url: URL) =>
    protocols.includes(url.protocol)

export const origin = v.pipe(
  address((url, text) => oneOf('http:', 'https:')(url) && [url.origin, `${url.origin}/`].includes(text.toLowerCase())),
  v.transform((text) => new URL(text).origin),
)

export const httpsOrigin = v.pipe(
  origin,
  v.check((text) => text.startsWith('https:')),
)

/** Whether a text is a network address, or a network by its address and the number of its leading bits. */
export function isNetwork(text: string): boolean {
  const [base = '', bits, ...rest] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(base)] ?? -1
  return rest.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

/** Whether a URL's host name is a loopback address. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

export const issuer = address(
  (url) =>
    !url.search && !url.hash && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))),
)

export const clientId = v.pipe(v.string(), v.regex(/^\S+$/), v.maxLength(255))
