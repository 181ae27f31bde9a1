import { isIP } from 'node:net'
import * as v from 'valibot'

/** A whole number between two. */
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
/** Yes or no. */
export const flag = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.check((text) => Object.hasOwn(flags, text)),
  v.transform((text) => flags[text] === true),
)

/** A URL that fits. */
export const address = (fits: (url: URL, text: string) => boolean) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const url = URL.parse(text)
      return url !== null && fits(url, text)
    }),
  )
/** Fits URLs of these protocols. */
export const oneOf =
  (...protocols: string[]) =>
  (url: URL) =>
    protocols.includes(url.protocol)

/** An origin, without a slash at the end. */
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

/** The id of this app at an identity provider. */
export const clientId = v.pipe(v.string(), v.regex(/^\S+$/), v.maxLength(255))
