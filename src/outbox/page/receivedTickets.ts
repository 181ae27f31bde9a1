import * as v from 'valibot'
import { QrText } from '#contract/scan/scan.ts'
import { statedTicketNo } from '#contract/scan/ticket.ts'
import { openReceivedFiles } from '#src/outbox/receivedFiles.ts'
import { rememberedMember } from '#src/session/member.ts'
import { storedValue } from '#src/session/storedSession.ts'
import { scanOutbox } from './scanOutbox.ts'

/**
 * The tickets of the addresses that this device has opened (contract/scan/ticket.ts, `ticketAddress`), until they are
 * scans: of the member who was signed in then, and else a visitor's.
 */
const storageKey = 'club-bravo.linked-tickets'
/** How many are kept, the newest. None is too old: a clock that jumps would take it away. */
const maxTickets = 20

const StoredTickets = v.array(
  v.object({
    code: QrText,
    /** By this device's clock, in milliseconds since 1970. */
    keptAt: v.number(),
    /** Who was signed in; null if nobody was, or if an older version of the app has kept it. */
    memberId: v.optional(v.nullable(v.string()), null),
  }),
)
type StoredTickets = v.InferOutput<typeof StoredTickets>

const storedTickets = storedValue(storageKey, StoredTickets)

/** What this browser could not store: it lasts as long as the page. */
let unstored: StoredTickets | null = null
let isNotATicket = false

function read(): StoredTickets {
  return unstored ?? storedTickets() ?? []
}

function write(tickets: StoredTickets): void {
  try {
    if (tickets.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(tickets))
    unstored = null
  } catch {
    unstored = tickets
  }
}

/** Whether the tickets last only as long as this page, and no sign-in, because the browser has stored none. */
export function areTicketsUnstored(): boolean {
  return unstored !== null
}

/** @param fragment of the address, with its `#`; empty if it has none */
export function keepLinkedTicket(fragment: string): void {
  const code = fragment.replace(/^#/, '')
  if (code === '') return
  isNotATicket = !v.is(QrText, code) || statedTicketNo(code) === null
  if (isNotATicket) return
  const others = read().filter((ticket) => ticket.code !== code)
  const ticket = { code, keptAt: Date.now(), memberId: rememberedMember()?.id ?? null }
  write([...others, ticket].slice(-maxTickets))
}

/** The codes that were opened by a member, or by nobody for null, in the order in which they were. */
export function linkedTickets(memberId: string | null): string[] {
  return read().flatMap((ticket) => (ticket.memberId === memberId ? ticket.code : []))
}

/**
 * Makes visitor's scans of what was opened while nobody was signed in: whoever signs in is asked whose they are. What
 * storage does not take stays. Never rejects.
 */
export async function keepVisitorsTickets(): Promise<void> {
  for (const code of linkedTickets(null)) {
    const { kind } = await scanOutbox.keep(code)
    if (kind !== 'failed') remove([code])
  }
}

/** Whether the address that was opened last has something else than a ticket after its `#`. */
export function isLinkWithoutTicket(): boolean {
  return isNotATicket
}

/** Forgets these: once they are saved, or the member has decided about them. */
export function forgetLinkedTickets(codes: readonly string[]): void {
  isNotATicket = false
  remove(codes)
}

function remove(codes: readonly string[]): void {
  write(read().filter(({ code }) => !codes.includes(code)))
}

/** The files that came from other apps and wait to be read. */
export const receivedFiles = openReceivedFiles()

/** How many tickets came from elsewhere and are no scans yet. Storage that cannot be read holds none. Never rejects. */
export async function countReceivedTickets(memberId: string): Promise<number> {
  const files = await receivedFiles.take(memberId).catch(() => [])
  return linkedTickets(memberId).length + files.length
}

/**
 * Forgets what came from elsewhere and is not a scan yet: nothing of a member's stays after the sign-out. Never
 * rejects.
 */
export async function forgetReceivedTickets(): Promise<void> {
  isNotATicket = false
  forgetOthersLinks(null)
  await receivedFiles.forgetAll().catch(() => undefined)
}

/** Forgets what came for other members than the one who is signed in, or than nobody for null. Never rejects. */
export async function forgetOthersTickets(memberId: string | null): Promise<void> {
  forgetOthersLinks(memberId)
  await receivedFiles.take(memberId).catch(() => undefined)
}

function forgetOthersLinks(memberId: string | null): void {
  const tickets = read()
  const left = tickets.filter((ticket) => ticket.memberId === null || ticket.memberId === memberId)
  if (left.length < tickets.length) write(left)
}
