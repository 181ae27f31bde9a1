import * as v from 'valibot'
import { type Language, languages, type LocalizedText } from '#contract/language.ts'
import { endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keysOf.ts'
import { Tier } from '#contract/member/tiers.ts'
import { Count } from '#contract/schemas/count.ts'
import { OptionalText } from '#contract/schemas/lenient.ts'

/** The largest code that can be submitted, in UTF-8 bytes (a QR code holds up to 2,953). */
export const maxCodeBytes = 2048

/** The text of a QR code: 1 to 2,048 bytes of UTF-8. */
export const QrText = v.pipe(v.string(), v.nonEmpty(), v.maxBytes(maxCodeBytes))

/** A code of which JSON escapes every byte, or a described ticket, in bytes. */
const scanBytes = 16 * 1024

/** The fields of a ticket that name its concert. */
export const concertNames = {
  en: 'concert_name',
  tc: 'tc_concert_name',
  sc: 'sc_concert_name',
} as const satisfies Record<Language, string>

const ConcertNames = v.object(v.entriesFromList(Object.values(concertNames), v.string()))

/** The name of a concert as the fields of a ticket. */
export function concertNamesOf(name: LocalizedText): Record<(typeof concertNames)[Language], string> {
  return v.parse(ConcertNames, Object.fromEntries(languages.map((lang) => [concertNames[lang], name[lang]])))
}

/**
 * A ticket as the server knows it. `performance_datetime`: ISO 8601; `amount` in Hong Kong dollars; `points` that it
 * earns in total, of which `bonuses` are those beyond its price, by the codes of their point transactions.
 */
export const TicketInfo = v.object({
  ticket_no: v.string(),
  ...ConcertNames.entries,
  performance_datetime: v.string(),
  seat: v.string(),
  amount: v.number(),
  points: v.number(),
  bonuses: v.optional(v.array(v.object({ code: v.string(), points: v.number() }))),
})
export type TicketInfo = v.InferOutput<typeof TicketInfo>

interface StatusFacts {
  /** It ends the scan without points. */
  refuses: boolean
  /** The same code may be sent again: the server may know it later. */
  isResendable: boolean
  /** Where the failure page leads back to (specification, section 4). */
  backTo: 'scan-intro' | 'scanner'
}

const goesOn = { refuses: false, isResendable: false, backTo: 'scanner' } as const
const ends = { ...goesOn, refuses: true } as const
const unrecognised = { refuses: true, isResendable: true, backTo: 'scan-intro' } as const

/** The server's answers to a code. */
export const scanStatusTable = {
  /** It can be claimed. */
  found: goesOn,
  /** Its points are given. */
  success: goesOn,
  /** Claimed before the performance is settled: its points follow. */
  pending: goesOn,
  /** Malformed, forged or returned. */
  invalid: unrecognised,
  /** Well formed, but unknown. */
  not_found: unrecognised,
  /** Already claimed. */
  duplicated: ends,
  /** Past the claim window. */
  expired: ends,
} as const satisfies Record<string, StatusFacts>

export const scanStatuses = keysOf(scanStatusTable)
export const ScanStatus = v.picklist(scanStatuses)
export type ScanStatus = keyof typeof scanStatusTable

/** The statuses that refuse a code. */
export type RefusingStatus = {
  [Status in ScanStatus]: (typeof scanStatusTable)[Status]['refuses'] extends true ? Status : never
}[ScanStatus]

/** Whether a status refuses a code. */
export function refuses(status: ScanStatus): status is RefusingStatus {
  return scanStatusTable[status].refuses
}

/**
 * The tier that a ticket has led to. `from`: the tier before. `points`: the bonus of the upgrade, 0 where it was given
 * before. `valid_until`: the last moment of the tier, ISO 8601; null where it has no end.
 */
export const TierUpgrade = v.object({ from: Tier, tier: Tier, points: Count, valid_until: OptionalText })
export type TierUpgrade = v.InferOutput<typeof TierUpgrade>

/** An upgrade that may be absent. One that cannot be read is as if there were none: the scan itself counts. */
export const OptionalUpgrade = v.optional(v.fallback(v.optional(TierUpgrade), undefined))

/**
 * `ticket_info` is present for found, success and pending, for duplicated if the claim is this member's own, and for
 * invalid if the ticket was returned before anybody had claimed it. `upgrade` comes with success, if the ticket's
 * points have made the member Red or Gold; other backends leave it out.
 */
export const ScanAnswer = v.object({
  status: ScanStatus,
  ticket_info: v.nullable(TicketInfo),
  upgrade: OptionalUpgrade,
})
export type ScanAnswer = v.InferOutput<typeof ScanAnswer>

/**
 * Claims nothing, unless the performance is not settled yet: then the ticket is claimed as `pending` at once, because
 * the specification sends such a scan to its success page without a second call.
 */
export const scanTicket = endpoint({
  summary: 'Looks up the code of a ticket',
  method: 'POST',
  path: '/api/{product}/scan-ticket',
  access: 'verified',
  rate: { class: 'scan' },
  maxBytes: scanBytes,
  request: v.object({ qrcode: QrText }),
  answer: ScanAnswer,
  idempotency: true,
})

/**
 * A ticket that the member has claimed. `success`: its points are given. `pending`: they follow. `claimed_at`: ISO
 * 8601. `returned_at`: when it was given back to the box office and its points were taken back, ISO 8601; null if it
 * was not.
 */
export const ClaimedTicket = v.object({
  status: v.picklist(['success', 'pending'] satisfies ScanStatus[]),
  claimed_at: v.string(),
  returned_at: v.nullish(v.string(), null),
  ticket_info: TicketInfo,
})
export type ClaimedTicket = v.InferOutput<typeof ClaimedTicket>

/** A ticket number: 1 to 64 characters, none of them a control character or half of a surrogate pair. */
const TicketNumber = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/**
 * Only the ticket number of the posted `ticket_info` is read, so requests that differ elsewhere are the same request to
 * its `Idempotency-Key`.
 */
export const verifyTicket = endpoint({
  summary: 'Claims a ticket that the member has scanned',
  method: 'POST',
  path: '/api/{product}/verify-ticket',
  access: 'verified',
  rate: { class: 'scan' },
  maxBytes: scanBytes,
  request: v.object({ ticket_info: v.object({ ticket_no: TicketNumber }) }),
  answer: ScanAnswer,
  idempotency: true,
})

/** How many tickets an answer of `claimedTickets` holds at most. */
export const claimedTicketsPage = 100

/**
 * They were claimed on any device: a device that has no scans of its own shows them.
 *
 * `before`: the ticket number after which to go on. `next`: that number for the next answer, null with the oldest
 * ticket.
 */
export const claimedTickets = endpoint({
  summary: 'Lists the tickets that the member has claimed, newest first',
  method: 'GET',
  path: '/api/{product}/users/claimed-tickets',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({ before: v.optional(TicketNumber) }),
  answer: v.object({ tickets: v.array(ClaimedTicket), next: v.nullable(v.string()) }),
  offline: 'member',
})
