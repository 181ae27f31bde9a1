import { canonicalCode } from '#contract/scan/ticket.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import {
  emptyIntake,
  type IntakeDependencies,
  type IntakeOutcome,
  mergeIntake,
  resubmit,
  saveCode,
  takeInCodes,
  withoutAnyIssue,
  withoutIssues,
} from './intake.ts'

/** What the scanner shows of a reading. `busyCodes`: codes that are being saved now. */
export interface IntakeState {
  intake: IntakeOutcome
  busyCodes: ReadonlySet<string>
}

export interface IntakeFlowDependencies extends IntakeDependencies {
  outbox: Pick<Outbox, 'add' | 'replace'>
  /** Whether one issue alone is told in place, over a camera that then goes on. */
  isInPlace: boolean
  /**
   * Called with the scans to confirm once nothing waits for the member, and with those that they have made before;
   * settles after leaving the scanner.
   */
  onSaved: (ids: readonly string[], known: readonly string[]) => Promise<void>
  /** The same where there is nothing to confirm, or the member has decided against all that came. */
  onNothingToConfirm: (known: readonly string[]) => Promise<void>
}

export interface IntakeFlow {
  /**
   * Takes in the codes of a reading. Settles when the scanner may continue: no issue is left, and what was saved is
   * passed on.
   *
   * @returns the codes that this device has stored, or the member has decided about: no other may be forgotten
   */
  receive: (codes: readonly string[], dependencies: IntakeFlowDependencies) => Promise<string[]>
  /**
   * Saves a suspicious code anyway, sends a refused one again, or retries to save one. Several may be in progress at
   * once.
   */
  submit: (code: string, dependencies: IntakeFlowDependencies) => Promise<void>
  /** Dismisses every issue: continues to the saved scans, or back to where they came from. */
  dismissAll: (dependencies: IntakeFlowDependencies) => Promise<void>
}

export const emptyState: IntakeState = { intake: emptyIntake, busyCodes: new Set() }

/**
 * The codes of a reading on their way to the outbox, with the issues that the member has to decide.
 *
 * @param show called with each new state
 */
export function openIntakeFlow(show: (state: IntakeState) => void): IntakeFlow {
  let state = emptyState
  let release: ((unstored: readonly string[]) => void) | undefined
  const update = (part: Partial<IntakeState>) => {
    state = { ...state, ...part }
    show(state)
  }

  /**
   * Shows the issues if the member has to decide, or to know. Otherwise passes the scans on, and lets the scanner
   * continue.
   */
  const proceed = async (intake: IntakeOutcome, { isInPlace, onSaved, onNothingToConfirm }: IntakeFlowDependencies) => {
    const { issues, savedIds, unstored } = intake
    const known = issues.flatMap((issue) => (issue.kind === 'already_scanned' ? issue.entry.id : []))
    if (known.length < issues.length || (isInPlace && known.length === 1 && savedIds.length === 0)) {
      update({ intake })
      return
    }
    update({ intake: emptyIntake })
    if (savedIds.length > 0) await onSaved(savedIds, known)
    else if (known.length > 0) await onNothingToConfirm(known)
    release?.(unstored)
  }

  return {
    async receive(codes, dependencies) {
      const intake = await takeInCodes(codes, dependencies)
      const released = new Promise<readonly string[]>((resolve) => {
        release = resolve
      })
      await proceed(intake, dependencies)
      const unstored = await released
      return codes.filter((code) => !unstored.includes(canonicalCode(code, dependencies.origin)))
    },
    async submit(code, dependencies) {
      update({ busyCodes: new Set(state.busyCodes).add(code) })
      const issue = state.intake.issues.find((other) => other.code === code && other.kind === 'already_scanned')
      const more =
        issue?.kind === 'already_scanned'
          ? await resubmit(issue.entry, dependencies)
          : await saveCode(code, dependencies)
      update({ busyCodes: new Set([...state.busyCodes].filter((other) => other !== code)) })
      // The state of now, not of the press: another code may have been saved meanwhile.
      await proceed(mergeIntake(withoutIssues(state.intake, code), more), dependencies)
    },
    async dismissAll(dependencies) {
      const left = withoutAnyIssue(state.intake)
      await proceed(left, dependencies)
      if (left.savedIds.length === 0 && !dependencies.isInPlace) await dependencies.onNothingToConfirm([])
    },
  }
}
