import { useRef, useState } from 'react'
import type { TicketKey } from '#contract/ticket.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import { emptyIntake, keep, keepAgain, merged, takeIn, withoutCode, type Finding, type Intake } from './intake.ts'

interface IntakeOptions {
  memberId: string
  /** The public ticket keys that are known on this phone. */
  keys: readonly TicketKey[]
  /** Called with the ids of the kept scans once nothing is left to decide; settles when the scanner has been left. */
  onKept: (ids: readonly string[]) => Promise<void>
}

/** The codes of the scanner on their way to the outbox, with what the member has to decide about them. */
export interface IntakeControl {
  findings: readonly Finding[]
  /** How many scans of this reading are kept already. */
  keptCount: number
  /** Codes that are being written to the phone's storage just now. */
  busyCodes: ReadonlySet<string>
  /** Takes in the codes of a reading. Settles when the scanner may look for more: nothing is left to decide, and nothing was kept. */
  receive: (codes: string[]) => Promise<void>
  /** Keeps a doubtful code all the same, sends a refused one again, or tries again to keep one. */
  keepAnyway: (code: string) => Promise<void>
  /** Lets every finding go: on to the kept scans, or back to scanning. */
  dropAll: () => Promise<void>
}

const noCodes: ReadonlySet<string> = new Set()

/** Leads codes from the scanner into the outbox. */
export function useIntake({ memberId, keys, onKept }: IntakeOptions): IntakeControl {
  const [intake, setIntake] = useState(emptyIntake)
  const [busyCodes, setBusyCodes] = useState(noCodes)
  const release = useRef(() => {})
  const tools = { outbox: scanOutbox, memberId, keys }

  /** Shows what there is to decide; with nothing left, hands the kept scans over and lets the scanner go on. */
  const settle = async (next: Intake) => {
    if (next.findings.length > 0) {
      setIntake(next)
      return
    }
    setIntake(emptyIntake)
    if (next.kept.length > 0) await onKept(next.kept)
    release.current()
  }

  return {
    findings: intake.findings,
    keptCount: intake.kept.length,
    busyCodes,
    receive: async (codes) => {
      const next = await takeIn(codes, tools)
      const released = new Promise<void>((resolve) => {
        release.current = resolve
      })
      await settle(next)
      await released
    },
    keepAnyway: async (code) => {
      setBusyCodes(new Set(busyCodes).add(code))
      const known = intake.findings.find((finding) => finding.code === code && finding.kind === 'known')
      const more = known?.kind === 'known' ? await keepAgain(known.entry, tools) : await keep(code, tools)
      setBusyCodes(noCodes)
      await settle(merged(withoutCode(intake, code), more))
    },
    dropAll: () => settle({ ...intake, findings: [] }),
  }
}
