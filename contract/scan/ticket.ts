import * as v from 'valibot'
import type { TicketKey } from './ticketKey.ts'

/** The most that a ticket can cost, in Hong Kong dollars. */
export const maxTicketAmount = 1_000_000

/**
 * Signed tickets: the QR code holds a compact JWS (RFC 7515) signed with Ed25519 (RFC 8037), alone or as an address
 * (`ticketAddress`).
 *
 * The claim names are short because every character makes the QR code denser. The performance's name comes from static
 * contents.
 */
export const TicketClaims = v.object({
  /** Ticket number. */
  t: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  /** Performance id, as in static contents. */
  p: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  /** Start of the performance, in seconds since 1970. */
  s: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799)),
  /** Seat. */
  l: v.pipe(v.string(), v.maxLength(64)),
  /** Price paid, in Hong Kong dollars. */
  a: v.pipe(v.number(), v.minValue(0), v.maxValue(maxTicketAmount)),
})
export type TicketClaims = v.InferOutput<typeof TicketClaims>

/**
 * The points that a ticket gives: 1 for each whole Hong Kong dollar of its price. The database checks them
 * (`check_claim`).
 */
export function pointsOfTicket(price: number): number {
  return Math.floor(price)
}

const TicketHeader = v.object({
  alg: v.literal('EdDSA'),
  kid: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
})

const base64url = /^[\w-]+$/

/**
 * The result of reading a code.
 * - `signed`: a ticket with a valid signature.
 * - `forged`: formed like a ticket, but its signature is not valid for the key that it names.
 * - `unknown_key`: formed like a ticket, but its key is not among `keys` (it may be newer).
 * - `unchecked`: formed like a ticket, but this browser cannot verify Ed25519 signatures.
 * - `foreign`: another outlet's code, a web address or anything else, which only the server can identify.
 */
export type TicketReading =
  | { kind: 'signed' | 'unchecked'; claims: TicketClaims }
  | { kind: 'unknown_key'; kid: string; claims: TicketClaims }
  | { kind: 'forged' }
  | { kind: 'foreign' }

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!base64url.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function parsedJson(text: string): unknown {
  const bytes = bytesOf(text)
  if (!bytes) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** A code that is formed like a ticket; `claims` and `signature` are null if they are not. */
interface TicketParts {
  head: string
  body: string
  kid: string
  claims: TicketClaims | null
  signature: Uint8Array<ArrayBuffer> | null
}

/** Splits a code; null if it is not formed like a ticket. */
function partsOf(code: string): TicketParts | null {
  const parts = code.split('.')
  const [head, body, signature] = parts
  if (parts.length !== 3 || !head || !body || !signature) return null
  const header = v.safeParse(TicketHeader, parsedJson(head))
  if (!header.success) return null
  const claims = v.safeParse(TicketClaims, parsedJson(body))
  return {
    head,
    body,
    kid: header.output.kid,
    claims: claims.success ? claims.output : null,
    signature: bytesOf(signature),
  }
}

/** The path at which tickets come into the app: as addresses, and as files that other apps share with it. */
export const ticketPath = '/t'

/**
 * A signed ticket as an address, which a phone's own camera opens. The ticket is the fragment, which browsers send to
 * no server.
 *
 * @param origin the club's public origin, without a slash at its end
 */
export function ticketAddress(origin: string, signedTicket: string): string {
  return `${origin}${ticketPath}#${signedTicket}`
}

/**
 * The form in which a code is stored, sent and hashed, so that a ticket is one ticket in each of its forms: without the
 * white space and the byte-order mark around it, the signed ticket of an address of this club, and any other code
 * otherwise unchanged (an address of another origin, too, whatever it holds).
 *
 * @param origin the club's public origin
 */
export function canonicalCode(code: string, origin: string): string {
  const text = code.trim()
  const ticket = fragmentOfTicketAddress(text, origin)
  return ticket !== null && partsOf(ticket) ? ticket : text
}

/** What follows `#` in an address of `ticketPath`, whatever its query says; null if the text is none. */
function fragmentOfTicketAddress(text: string, origin: string): string | null {
  try {
    const address = new URL(text)
    const isOurs = address.origin === new URL(origin).origin && address.username === ''
    return isOurs && [ticketPath, `${ticketPath}/`].includes(address.pathname) ? address.hash.slice(1) : null
  } catch {
    return null
  }
}

/** What a code states, whether or not its signature is valid; null if it is not formed like a ticket. */
export function statedClaims(code: string): TicketClaims | null {
  return partsOf(code)?.claims ?? null
}

/** The ticket number that a code states, whether or not its signature is valid; null if it states none. */
export function statedTicketNo(code: string): string | null {
  return statedClaims(code)?.t ?? null
}

/** Whether a text has the signature of a public key; null where that cannot be checked. */
export type VerifySignature = (
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
) => boolean | null | Promise<boolean | null>

const verifyByWebCrypto: VerifySignature = async (publicKey, signature, text) => {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, text)
  } catch {
    return null
  }
}

/**
 * Reads the text of a QR code and verifies its signature. Never rejects; runs in page, worker and server.
 *
 * @param code the text of the QR code
 * @param keys the known public keys
 * @param verify by default what every browser has
 */
export async function readTicket(
  code: string,
  keys: readonly TicketKey[],
  verify: VerifySignature = verifyByWebCrypto,
): Promise<TicketReading> {
  const parts = partsOf(code)
  if (!parts) return { kind: 'foreign' }
  const { head, body, kid, claims, signature } = parts
  if (!claims || signature?.length !== 64) return { kind: 'forged' }

  const key = keys.find((one) => one.kid === kid)
  if (!key) return { kind: 'unknown_key', kid, claims }
  const publicBytes = bytesOf(key.x)
  const isValid = publicBytes && (await verify(publicBytes, signature, new TextEncoder().encode(`${head}.${body}`)))
  if (isValid === null) return { kind: 'unchecked', claims }
  return isValid ? { kind: 'signed', claims } : { kind: 'forged' }
}
