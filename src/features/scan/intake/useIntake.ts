import { useState } from 'react'
import type { TicketKey } from '#contract/ticket.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import type { IntakeIssue } from './intake.ts'
import { emptyState, openIntakeFlow } from './intakeFlow.ts'

interface IntakeOptions {
  memberId: string
  /** The public ticket keys known on this device. */
  keys: readonly TicketKey[]
  /** Called with the ids of the saved scans once no issue is left; settles after leaving the scanner. */
  onSaved: (ids: readonly string[]) => Promise<void>
}

/** The scanner's codes on their way to the outbox, with the issues that the member has to decide. See `IntakeFlow`. */
export interface IntakeControl {
  issues: readonly IntakeIssue[]
  /** How many scans of this reading are saved already. */
  savedCount: number
  /** Codes that are being saved now. */
  busyCodes: ReadonlySet<string>
  receive: (codes: string[]) => Promise<void>
  submit: (code: string) => Promise<void>
  dismissAll: () => Promise<void>
}

/** Moves codes from the scanner into the outbox. */
export function useIntake(options: IntakeOptions): IntakeControl {
  const [{ intake, busyCodes }, show] = useState(emptyState)
  const [flow] = useState(() => openIntakeFlow(show))
  const dependencies = { outbox: scanOutbox, origin: location.origin, ...options }
  return {
    issues: intake.issues,
    savedCount: intake.savedIds.length,
    busyCodes,
    receive: (codes) => flow.receive(codes, dependencies),
    submit: (code) => flow.submit(code, dependencies),
    dismissAll: () => flow.dismissAll(dependencies),
  }
}
