import type { TicketReading } from '#contract/scan/ticket.ts'

/**
 * Why a code is suspicious: one of the club's tickets with a wrong signature, or something that is clearly no ticket.
 * Only the server decides, so the member can send a suspicious code anyway.
 */
const suspicions = [
  'forged',
  'web_address',
  'wifi',
  'contact',
  'calendar',
  'message',
  'payment',
  'membership_card',
  'voucher',
  'control_characters',
] as const
export type Suspicion = (typeof suspicions)[number]

/** `accept`: save and send it. `ask`: ask the member first, and say why. */
export type CodeAssessment = { kind: 'accept' } | { kind: 'ask'; suspicion: Suspicion }

/**
 * Common codes that are no concert tickets, by how they begin. Anything else that is not one of the club's own tickets
 * may be another outlet's, whose codes are opaque here, and is accepted.
 */
const knownFormats: readonly { suspicion: Suspicion; begins: RegExp }[] = [
  { suspicion: 'web_address', begins: /^\s*(?:https?:\/\/|www\.)/iu },
  { suspicion: 'wifi', begins: /^\s*WIFI:/iu },
  { suspicion: 'contact', begins: /^\s*(?:BEGIN:VCARD|MECARD:|BIZCARD:)/iu },
  { suspicion: 'calendar', begins: /^\s*BEGIN:(?:VCALENDAR|VEVENT)/iu },
  { suspicion: 'message', begins: /^\s*(?:mailto|MATMSG|tel|smsto|sms|geo):/iu },
  /** EMVCo merchant codes (FPS, AlipayHK, Octopus…) begin with their format indicator `00 02 01`. */
  { suspicion: 'payment', begins: /^\s*000201/u },
  /** The club's own: the number on a membership card, and the code of a voucher. */
  { suspicion: 'membership_card', begins: /^\s*CB\d{6,9}\s*$/u },
  { suspicion: 'voucher', begins: /^\s*(?:[2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}\s*$/u },
]

/** Control characters that occur in printed codes: tab, line ends and the separators of GS1. */
const printedControls = new Set(['\t', '\n', '\r', '\u001D', '\u001E'])

/** No outlet prints other control characters into a ticket's code. */
function hasControlCharacters(code: string): boolean {
  return (code.match(/\p{Cc}/gu) ?? []).some((character) => !printedControls.has(character))
}

/**
 * Assesses a scanned code before anything is saved.
 *
 * @param code the text of the QR code
 * @param reading what `readTicket` made of it with the public keys on this phone
 */
export function assessCode(code: string, reading: TicketReading): CodeAssessment {
  switch (reading.kind) {
    case 'signed':
    case 'unchecked':
    case 'unknown_key':
      return { kind: 'accept' }
    case 'forged':
      return { kind: 'ask', suspicion: 'forged' }
    case 'foreign': {
      const found = knownFormats.find(({ begins }) => begins.test(code))
      if (found) return { kind: 'ask', suspicion: found.suspicion }
      return hasControlCharacters(code) ? { kind: 'ask', suspicion: 'control_characters' } : { kind: 'accept' }
    }
  }
}
