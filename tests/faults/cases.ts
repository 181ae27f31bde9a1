import { type KillPoint, killPoints } from './killPoints.ts'
import { type NetworkFault, networkFaults } from './networkFaults.ts'

/**
 * Which calls fail: five ways to combine a fault with a kill.
 *
 * - first scan: the first scan-ticket.
 * - first verify: the first verify-ticket, before or after the kill.
 * - survived: the first call of each, and the kill happens at a later one: the app had recorded the failure and tried
 *   again.
 * - outage: every call from the scan on (for a kill at verify-ticket: every verify-ticket), until after the app is open
 *   again.
 * - after restart: none before the kill, and the first call of each in the restarted app.
 */
export const windows = ['first scan', 'first verify', 'survived', 'outage', 'after restart'] as const
export type FaultWindow = (typeof windows)[number]

export interface CrashCase {
  /** Its number in the whole matrix, from 1. */
  number: number
  killPoint: KillPoint
  fault: NetworkFault
  window: FaultWindow
}

/** The whole matrix: 12 kill points x 10 faults x 5 windows. */
export const allCases: readonly CrashCase[] = killPoints.flatMap((killPoint, row) =>
  networkFaults.flatMap((fault, column) =>
    windows.map((window, depth) => ({
      number: (row * networkFaults.length + column) * windows.length + depth + 1,
      killPoint,
      fault,
      window,
    })),
  ),
)

/**
 * The same 30 cases every time: each kill point in every second window, so that every kill point occurs two or three
 * times, every window six times and every fault three times.
 */
export const sampleCases: readonly CrashCase[] = allCases.filter(({ killPoint, fault, window }) => {
  const row = killPoints.indexOf(killPoint)
  const depth = windows.indexOf(window)
  const column = (row * 5 + Math.floor(row / 2) + depth) % networkFaults.length
  return (row + depth) % 2 === 0 && networkFaults.indexOf(fault) === column
})
