import { useRef, useState } from 'react'
import type { TicketKey } from '#contract/ticket.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import {
  emptyIntake,
  mergeIntake,
  resubmit,
  saveCode,
  takeInCodes,
  withoutIssues,
  type IntakeIssue,
  type IntakeOutcome,
} from './intake.ts'

interface IntakeOptions {
  memberId: string
  /** The public ticket keys known on this device. */
  keys: readonly TicketKey[]
  /** Called with the ids of the saved scans once no issue is left; settles after leaving the scanner. */
  onSaved: (ids: readonly string[]) => Promise<void>
}

/** The scanner's codes on their way to the outbox, with the issues that the member has to decide. */
export interface IntakeControl {
  issues: readonly IntakeIssue[]
  /** How many scans of this reading are saved already. */
  savedCount: number
  /** Codes that are being saved now. */
  busyCodes: ReadonlySet<string>
  /** Takes in the codes of a reading. Settles when the scanner may continue: no issue is left, and nothing was saved. */
  receive: (codes: string[]) => Promise<void>
  /** Saves a suspicious code anyway, sends a refused one again, or retries to save one. */
  submit: (code: string) => Promise<void>
  /** Dismisses every issue: continues to the saved scans, or back to scanning. */
  dismissAll: () => Promise<void>
}

const noCodes: ReadonlySet<string> = new Set()

/** Moves codes from the scanner into the outbox. */
export function useIntake({ memberId, keys, onSaved }: IntakeOptions): IntakeControl {
  const [intake, setIntake] = useState(emptyIntake)
  const [busyCodes, setBusyCodes] = useState(noCodes)
  const release = useRef(() => {})
  const dependencies = { outbox: scanOutbox, memberId, keys }

  /** Shows the issues. Without any, passes the saved scans on and lets the scanner continue. */
  const proceed = async (next: IntakeOutcome) => {
    if (next.issues.length > 0) {
      setIntake(next)
      return
    }
    setIntake(emptyIntake)
    if (next.savedIds.length > 0) await onSaved(next.savedIds)
    release.current()
  }

  return {
    issues: intake.issues,
    savedCount: intake.savedIds.length,
    busyCodes,
    receive: async (codes) => {
      const next = await takeInCodes(codes, dependencies)
      const released = new Promise<void>((resolve) => {
        release.current = resolve
      })
      await proceed(next)
      await released
    },
    submit: async (code) => {
      setBusyCodes(new Set(busyCodes).add(code))
      const issue = intake.issues.find((other) => other.code === code && other.kind === 'already_scanned')
      const more =
        issue?.kind === 'already_scanned'
          ? await resubmit(issue.entry, dependencies)
          : await saveCode(code, dependencies)
      setBusyCodes(noCodes)
      await proceed(mergeIntake(withoutIssues(intake, code), more))
    },
    dismissAll: () => proceed({ ...intake, issues: [] }),
  }
}
