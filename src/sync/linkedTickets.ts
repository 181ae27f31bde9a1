import * as v from 'valibot'
import { QrText } from '#contract/scan/scan.ts'
import { statedTicketNo } from '#contract/scan/ticket.ts'
import { storedValue } from '#src/session/storedSession.ts'

/**
 * The tickets of the addresses that this device has opened (contract/scan/ticket.ts, `ticketAddress`), until they are
 * scans. A guest's outlive the sign-in, in whichever tab it is completed.
 */
const storageKey = 'club-bravo.linked-tickets'
/**
 * A ticket that nobody has signed in for is forgotten after this time, in milliseconds: it can hardly be claimed any
 * more.
 */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
const maxTickets = 20

const StoredTickets = v.array(v.object({ code: QrText, keptAt: v.number() }))
type StoredTickets = v.InferOutput<typeof StoredTickets>

const storedTickets = storedValue(storageKey, StoredTickets)

/** For browsers that store nothing. */
let inMemory: StoredTickets = []
let isNotATicket = false

function read(): StoredTickets {
  return (storedTickets() ?? inMemory).filter(({ keptAt }) => keptAt + maxAgeMs > Date.now())
}

function write(tickets: StoredTickets): void {
  inMemory = tickets
  try {
    if (tickets.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(tickets))
  } catch {
    // Kept in memory.
  }
}

/** @param fragment of the address, with its `#`; empty if it has none */
export function keepLinkedTicket(fragment: string): void {
  const code = fragment.replace(/^#/, '')
  if (code === '') return
  isNotATicket = !v.is(QrText, code) || statedTicketNo(code) === null
  if (isNotATicket) return
  const others = read().filter((ticket) => ticket.code !== code)
  write([...others, { code, keptAt: Date.now() }].slice(-maxTickets))
}

/** Their codes, in the order in which they were opened. */
export function linkedTickets(): string[] {
  return read().map(({ code }) => code)
}

/** Whether the address that was opened last has something else than a ticket after its `#`. */
export function isLinkWithoutTicket(): boolean {
  return isNotATicket
}

/** Forgets these: once they are saved, or the member has decided about them. */
export function forgetLinkedTickets(codes: readonly string[]): void {
  isNotATicket = false
  write(read().filter(({ code }) => !codes.includes(code)))
}
