import { readTicket, type TicketKey } from '#contract/ticket.ts'
import { isWaiting, type ScanEntry } from '#src/outbox/entry.ts'
import type { AddOutcome, Outbox } from '#src/outbox/outbox.ts'
import { judge, type Doubt } from './codeAssessment.ts'

/** Why this phone could not keep a scan. */
export type UnsavedCause = Extract<AddOutcome, { kind: 'failed' }>['cause']

/**
 * Something that the member must know or decide before going on.
 *
 * - doubtful: not kept; the member may send it all the same.
 * - known: the member has scanned this ticket before, and there is nothing left to confirm.
 * - unsaved: it could not be kept, and nothing was sent.
 */
export type Finding =
  | { kind: 'doubtful'; code: string; doubt: Doubt }
  | { kind: 'known'; code: string; entry: ScanEntry }
  | { kind: 'unsaved'; code: string; cause: UnsavedCause }

/** What came of the codes of one reading. `kept` holds the ids of the scans to be confirmed, each committed to the phone. */
export interface Intake {
  kept: readonly string[]
  findings: readonly Finding[]
}

export const emptyIntake: Intake = { kept: [], findings: [] }

/** What taking codes in needs. `keys`: the public ticket keys known here, perhaps none. */
export interface IntakeTools {
  outbox: Pick<Outbox, 'add'>
  memberId: string
  keys: readonly TicketKey[]
}

/** Keeps one code without asking what it is: for a code that the member has decided to send. */
export async function keep(code: string, { outbox, memberId }: Omit<IntakeTools, 'keys'>): Promise<Intake> {
  const outcome = await outbox.add({ memberId, code })
  switch (outcome.kind) {
    case 'saved':
      return { kept: [outcome.entry.id], findings: [] }
    case 'repeated':
    case 'known':
      return isWaiting(outcome.entry) && !outcome.entry.confirmed
        ? { kept: [outcome.entry.id], findings: [] }
        : { kept: [], findings: [{ kind: 'known', code, entry: outcome.entry }] }
    case 'failed':
      return { kept: [], findings: [{ kind: 'unsaved', code, cause: outcome.cause }] }
  }
}

/** Whether the server may say something else of a refused scan by now: it knew no such ticket then, or took the code for none. */
export function canBeSentAgain({ state, reason }: Pick<ScanEntry, 'state' | 'reason'>): boolean {
  return state === 'refused' && (reason === 'not_found' || reason === 'invalid')
}

/** Sends the code of a refused scan once more, as a new scan in the place of the old one. */
export async function keepAgain(
  { id, code }: Pick<ScanEntry, 'id' | 'code'>,
  { outbox, memberId }: { outbox: Pick<Outbox, 'add' | 'remove'>; memberId: string },
): Promise<Intake> {
  const removal = await outbox.remove(memberId, id)
  return removal.kind === 'failed'
    ? { kept: [], findings: [{ kind: 'unsaved', code, cause: removal.cause }] }
    : keep(code, { outbox, memberId })
}

/**
 * Takes in the codes of one reading: keeps what may be a ticket, and reports the rest.
 *
 * @returns once everything kept has been committed to the phone's storage
 */
export async function takeIn(codes: readonly string[], tools: IntakeTools): Promise<Intake> {
  let intake = emptyIntake
  for (const code of new Set(codes)) {
    const judgement = judge(code, await readTicket(code, tools.keys))
    const more: Intake =
      judgement.kind === 'take'
        ? await keep(code, tools)
        : { kept: [], findings: [{ kind: 'doubtful', code, doubt: judgement.doubt }] }
    intake = merged(intake, more)
  }
  return intake
}

/** Adds what came of further codes. */
export function merged(one: Intake, other: Intake): Intake {
  return {
    kept: [...new Set([...one.kept, ...other.kept])],
    findings: [...one.findings, ...other.findings],
  }
}

/** Takes the findings on a code out: the member has dealt with it. */
export function withoutCode(intake: Intake, code: string): Intake {
  return { ...intake, findings: intake.findings.filter((finding) => finding.code !== code) }
}
