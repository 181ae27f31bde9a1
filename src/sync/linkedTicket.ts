import * as v from 'valibot'
import { QrText } from '#contract/scan.ts'
import { statedTicketNo } from '#contract/ticket.ts'

/**
 * The ticket of the address that this tab was opened with (contract/ticket.ts, `ticketAddress`). It outlives a sign-in at the identity
 * provider, and ends with the tab.
 *
 * - none: there is no such ticket.
 * - not_a_ticket: the address has something else after its `#`.
 */
export type LinkedTicket = { kind: 'none' } | { kind: 'not_a_ticket' } | { kind: 'ticket'; code: string }

const storageKey = 'club-bravo.linked-ticket'
/** Also in memory, for browsers that store nothing. */
let current: LinkedTicket = { kind: 'none' }

/** @param fragment of the address, with its `#`; empty if it has none */
export function keepLinkedTicket(fragment: string): void {
  const code = fragment.replace(/^#/, '')
  if (code === '') return
  const isTicket = v.is(QrText, code) && statedTicketNo(code) !== null
  current = isTicket ? { kind: 'ticket', code } : { kind: 'not_a_ticket' }
  try {
    if (isTicket) sessionStorage.setItem(storageKey, code)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Kept in memory.
  }
}

export function linkedTicket(): LinkedTicket {
  if (current.kind !== 'none') return current
  try {
    const code = sessionStorage.getItem(storageKey)
    return code === null ? current : { kind: 'ticket', code }
  } catch {
    return current
  }
}

/** Forgets it: once it is saved, or the member has decided about it; and at a sign-out. */
export function forgetLinkedTicket(): void {
  current = { kind: 'none' }
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored.
  }
}
