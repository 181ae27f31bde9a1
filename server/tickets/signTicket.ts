import { type KeyObject, sign } from 'node:crypto'
import type { TicketClaims } from '#contract/scan/ticket.ts'

/** Signs a ticket's claims. Returns the text of its QR code (contract/scan/ticket.ts). */
export type SignTicket = (claims: TicketClaims) => string

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Signs with an Ed25519 key that tickets name as `kid`. */
export function ticketSigner(kid: string, key: KeyObject): SignTicket {
  const header = encode({ alg: 'EdDSA', kid })
  return (claims) => {
    const signed = `${header}.${encode(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}
