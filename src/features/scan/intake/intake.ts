import { canonicalCode, readTicket } from '#contract/scan/ticket.ts'
import type { TicketKey } from '#contract/scan/ticketKey.ts'
import { isInProgress, type ScanEntry } from '#src/outbox/entry.ts'
import type { Outbox, StoreFailure } from '#src/outbox/outbox.ts'
import { assessCode, type Suspicion } from './codeAssessment.ts'

/**
 * Something that the member has to decide before continuing, or to know.
 *
 * - suspicious: not saved; the member can send it anyway.
 * - already_scanned: the member has scanned this ticket before, and there is nothing left to confirm.
 * - not_saved: the storage failed, and nothing was sent.
 */
export type IntakeIssue =
  | { kind: 'suspicious'; code: string; suspicion: Suspicion }
  | { kind: 'already_scanned'; code: string; entry: ScanEntry }
  | { kind: 'not_saved'; code: string; cause: StoreFailure }

/**
 * The result of taking in the codes of one reading. `savedIds`: the scans to be confirmed, each committed to this
 * device's storage. `unstored`: codes that it does not have, with nothing left to decide: the member has left
 * meanwhile, or has put a storage failure off.
 */
export interface IntakeOutcome {
  savedIds: readonly string[]
  issues: readonly IntakeIssue[]
  unstored: readonly string[]
}

export const emptyIntake: IntakeOutcome = { savedIds: [], issues: [], unstored: [] }

/** What intake depends on. */
export interface IntakeDependencies {
  outbox: Pick<Outbox, 'add'>
  memberId: string
  /** The public ticket keys known here, possibly none. */
  keys: readonly TicketKey[]
  /** The origin of this app: of addresses, only its own are tickets. */
  origin: string
}

/** Saves one code without assessing it: for a code that the member has decided to send. */
export async function saveCode(
  code: string,
  { outbox, memberId }: Pick<IntakeDependencies, 'outbox' | 'memberId'>,
): Promise<IntakeOutcome> {
  const outcome = await outbox.add({ memberId, code })
  switch (outcome.kind) {
    case 'saved':
      return { ...emptyIntake, savedIds: [outcome.entry.id] }
    case 'known':
      return isInProgress(outcome.entry) && !outcome.entry.confirmed
        ? { ...emptyIntake, savedIds: [outcome.entry.id] }
        : { ...emptyIntake, issues: [{ kind: 'already_scanned', code, entry: outcome.entry }] }
    // The page is no longer theirs either.
    case 'left':
      return { ...emptyIntake, unstored: [code] }
    case 'failed':
      return { ...emptyIntake, issues: [{ kind: 'not_saved', code, cause: outcome.cause }] }
  }
}

/**
 * Sends a refused scan again, as a new scan of the same code. One that has changed in another tab meanwhile is taken in
 * as it is now.
 */
export async function resubmit(
  { id, code }: Pick<ScanEntry, 'id' | 'code'>,
  { outbox, memberId }: { outbox: Pick<Outbox, 'add' | 'replace'>; memberId: string },
): Promise<IntakeOutcome> {
  const change = await outbox.replace(memberId, id)
  switch (change.kind) {
    case 'done':
      return { ...emptyIntake, savedIds: [change.entry.id] }
    case 'failed':
      return { ...emptyIntake, issues: [{ kind: 'not_saved', code, cause: change.cause }] }
    case 'missing':
    case 'refused':
      return saveCode(code, { outbox, memberId })
  }
}

/**
 * Takes in the codes of one reading: saves what may be a ticket, and reports the rest.
 *
 * @returns once everything saved has been committed to this device's storage
 */
export async function takeInCodes(codes: readonly string[], dependencies: IntakeDependencies): Promise<IntakeOutcome> {
  let intake = emptyIntake
  for (const code of new Set(codes.map((text) => canonicalCode(text, dependencies.origin)))) {
    const assessment = assessCode(code, await readTicket(code, dependencies.keys))
    const more: IntakeOutcome =
      assessment.kind === 'accept'
        ? await saveCode(code, dependencies)
        : { ...emptyIntake, issues: [{ kind: 'suspicious', code, suspicion: assessment.suspicion }] }
    intake = mergeIntake(intake, more)
  }
  return intake
}

/** Joins the outcomes of several codes. */
export function mergeIntake(one: IntakeOutcome, other: IntakeOutcome): IntakeOutcome {
  return {
    savedIds: [...new Set([...one.savedIds, ...other.savedIds])],
    issues: [...one.issues, ...other.issues],
    unstored: [...one.unstored, ...other.unstored],
  }
}

/** Removes the issues of a code that the member has dealt with. */
export function withoutIssues(intake: IntakeOutcome, code: string): IntakeOutcome {
  return { ...intake, issues: intake.issues.filter((issue) => issue.code !== code) }
}

/** Leaves every issue as it is: what storage has failed to save is still not saved. */
export function withoutAnyIssue({ savedIds, issues, unstored }: IntakeOutcome): IntakeOutcome {
  const unsaved = issues.filter(({ kind }) => kind === 'not_saved')
  return { savedIds, issues: [], unstored: [...unstored, ...unsaved.map(({ code }) => code)] }
}
