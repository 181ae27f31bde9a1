import type { ScanEntry } from '#src/outbox/entry.ts'
import { issueTicket, type IssuedTicket } from '#tests/support/tickets.ts'
import { CaseFailure } from './caseFailure.ts'
import type { CrashCase } from './cases.ts'
import type { TestBed } from './testBed.ts'
import { drainAfterRestart } from './drainAfterRestart.ts'
import { planFaults } from './faultPlan.ts'
import { checkLedger, readCredits } from './ledger.ts'
import { scanUntilKilled } from './scanUntilKilled.ts'
import { removeProfiles } from './killableBrowser.ts'

/** The result of a case that passed. */
export interface CaseOutcome {
  /** Whether the scan had reached the phone's storage before the kill. */
  saved: boolean
  /** How long draining took, in milliseconds. */
  tookMs: number
}

/**
 * Runs one case of the crash matrix: scan, kill, restart, drain, and check the result in the database.
 *
 * @throws CaseFailure
 */
export async function runCrashCase(bed: TestBed, crash: CrashCase): Promise<CaseOutcome> {
  const ticket = await issueTicket(bed.db)
  const profile = await bed.copyProfile()
  const plan = planFaults(bed.proxy, crash)
  try {
    const evidence = await scanUntilKilled({ bed, crash, profile, ticket, plan })
    await plan.darken()
    const { rows, tookMs } = await drainAfterRestart({ bed, crash, profile, plan, evidence })
    await checkCredit(bed, ticket, rows)
    return { saved: rows.length > 0, tookMs }
  } finally {
    await plan.clear()
    await removeProfiles(profile)
  }
}

/** The ticket has given its points once; or never, if the phone had not saved the scan when it was killed. */
async function checkCredit({ db, member }: TestBed, ticket: IssuedTicket, rows: readonly ScanEntry[]): Promise<void> {
  const credits = await readCredits(db, ticket.ticketNo)
  const expected = rows.length
  if (credits.length > expected) throw new CaseFailure('twice', `${credits.length} credits for ${expected} scans.`)
  if (credits.length < expected) throw new CaseFailure('lost', `No points for the scan: ${JSON.stringify(rows)}`)
  for (const { memberId, points } of credits) {
    if (memberId !== member.id) throw new CaseFailure('lost', `The points went to ${memberId}.`)
    if (points !== ticket.amount) throw new CaseFailure('ledger', `${points} points for ${ticket.amount} dollars.`)
  }
  const row = rows[0]
  if (row && row.state !== 'credited')
    throw new CaseFailure('lost', `The phone says ${row.state}, the club says credited.`)
  await checkLedger(db, member.id)
}
