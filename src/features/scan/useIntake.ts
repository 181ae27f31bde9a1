import { useState } from 'react'
import type { TicketKey } from '#contract/ticket.ts'
import { scanOutbox } from '#src/offline/scanOutbox.ts'
import { emptyIntake, keep, merged, takeIn, withoutCode, type Finding, type Intake } from './intake.ts'

interface IntakeOptions {
  memberId: string
  /** The public ticket keys that are known on this phone. */
  keys: readonly TicketKey[]
  /** Called with the ids of the kept scans once nothing is left to decide. */
  onKept: (ids: readonly string[]) => void
}

/** The codes of the scanner on their way to the outbox, with what the member has to decide about them. */
export interface IntakeControl {
  findings: readonly Finding[]
  /** How many scans of this reading are kept already. */
  keptCount: number
  /** Codes that are being written to the phone's storage just now. */
  busyCodes: ReadonlySet<string>
  /** Takes in the codes of a reading; resolves when they are kept or a finding says why not. */
  receive: (codes: string[]) => Promise<void>
  /** Keeps a doubtful code all the same, or tries again to keep one. */
  keepAnyway: (code: string) => Promise<void>
  /** Lets every finding go: on to the kept scans, or back to scanning. */
  dropAll: () => void
}

const noCodes: ReadonlySet<string> = new Set()

/** Leads codes from the scanner into the outbox. */
export function useIntake({ memberId, keys, onKept }: IntakeOptions): IntakeControl {
  const [intake, setIntake] = useState(emptyIntake)
  const [busyCodes, setBusyCodes] = useState(noCodes)
  const tools = { outbox: scanOutbox, memberId, keys }

  /** Shows what there is to decide; with nothing left, hands the kept scans over and is empty for the next reading. */
  const settle = (next: Intake) => {
    const open = next.findings.length > 0
    setIntake(open ? next : emptyIntake)
    if (!open && next.kept.length > 0) onKept(next.kept)
  }

  return {
    findings: intake.findings,
    keptCount: intake.kept.length,
    busyCodes,
    receive: async (codes) => settle(merged(intake, await takeIn(codes, tools))),
    keepAnyway: async (code) => {
      setBusyCodes(new Set(busyCodes).add(code))
      const more = await keep(code, tools)
      setBusyCodes(noCodes)
      settle(merged(withoutCode(intake, code), more))
    },
    dropAll: () => settle({ ...intake, findings: [] }),
  }
}
