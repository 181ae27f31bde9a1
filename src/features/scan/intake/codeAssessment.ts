import type { TicketReading } from '#contract/ticket.ts'

/**
 * What makes a code doubtful: a ticket of the club whose signature is wrong, or something that is plainly no ticket at all.
 * Nothing here is final, because only the server knows: the member may send a doubtful code all the same.
 */
export const doubts = ['forged', 'web_address', 'wifi', 'contact', 'calendar', 'message', 'payment'] as const
export type Doubt = (typeof doubts)[number]

/** `take`: keep and send it. `ask`: ask the member first, and say why. */
export type Judgement = { kind: 'take' } | { kind: 'ask'; doubt: Doubt }

/**
 * Codes that are in daily use and are no concert tickets, by how they begin. Anything else that is not one of the club's own
 * tickets may be another outlet's code, which is opaque here, and is taken.
 */
const plainlyForeign: readonly { doubt: Doubt; begins: RegExp }[] = [
  { doubt: 'web_address', begins: /^\s*(?:https?:\/\/|www\.)/iu },
  { doubt: 'wifi', begins: /^\s*WIFI:/iu },
  { doubt: 'contact', begins: /^\s*(?:BEGIN:VCARD|MECARD:|BIZCARD:)/iu },
  { doubt: 'calendar', begins: /^\s*BEGIN:(?:VCALENDAR|VEVENT)/iu },
  { doubt: 'message', begins: /^\s*(?:mailto|MATMSG|tel|smsto|sms|geo):/iu },
  /** EMVCo merchant codes (FPS, AlipayHK, Octopus…) begin with their format indicator `00 02 01`. */
  { doubt: 'payment', begins: /^\s*000201/u },
]

/**
 * Decides what to do with a code that the camera or a photo gave, before anything is kept.
 *
 * @param code what the QR code said
 * @param reading what `readTicket` made of it with the public keys on this phone
 */
export function judge(code: string, reading: TicketReading): Judgement {
  switch (reading.kind) {
    case 'signed':
    case 'unchecked':
    case 'unknown_key':
      return { kind: 'take' }
    case 'forged':
      return { kind: 'ask', doubt: 'forged' }
    case 'foreign': {
      const found = plainlyForeign.find(({ begins }) => begins.test(code))
      return found ? { kind: 'ask', doubt: found.doubt } : { kind: 'take' }
    }
  }
}
