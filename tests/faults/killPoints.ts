import { type Stage, stages } from '#tests/support/proxy.ts'
import type { NetworkFault } from './networkFaults.ts'

/** The two calls that a scan needs, by the end of their path. */
export const scanCalls = ['scan-ticket', 'verify-ticket'] as const
export type ScanCall = (typeof scanCalls)[number]

/** The parts of a member's gesture that can be observed from outside. */
export type Gesture = 'file chosen' | 'saved shown' | 'confirm pressed'

/**
 * The moment at which the browser is killed, observed from outside: the product does not know about it. After a
 * gesture, the kill follows after a delay in milliseconds, one for each of the five cases that share it.
 */
export type KillPoint =
  | { kind: 'gesture'; gesture: Gesture; delays: readonly [number, number, number, number, number] }
  | { kind: 'call'; call: ScanCall; stage: Stage }

/** As it is printed: "confirm pressed", "verify-ticket answered". */
export function nameOf(point: KillPoint): string {
  return point.kind === 'gesture' ? point.gesture : `${point.call} ${point.stage}`
}

/** The twelve moments of the crash matrix. */
export const killPoints: readonly KillPoint[] = [
  { kind: 'gesture', gesture: 'file chosen', delays: [10, 60, 150, 300, 600] },
  { kind: 'gesture', gesture: 'saved shown', delays: [0, 0, 5, 20, 60] },
  { kind: 'gesture', gesture: 'confirm pressed', delays: [0, 2, 5, 15, 40] },
  { kind: 'call', call: 'scan-ticket', stage: 'arrived' },
  { kind: 'call', call: 'scan-ticket', stage: 'forwarded' },
  { kind: 'call', call: 'scan-ticket', stage: 'answered' },
  { kind: 'call', call: 'scan-ticket', stage: 'half' },
  { kind: 'call', call: 'scan-ticket', stage: 'passed' },
  { kind: 'call', call: 'verify-ticket', stage: 'forwarded' },
  { kind: 'call', call: 'verify-ticket', stage: 'answered' },
  { kind: 'call', call: 'verify-ticket', stage: 'half' },
  { kind: 'call', call: 'verify-ticket', stage: 'passed' },
]

/** The latest stage, up to the wanted one, that a call with this fault reaches. */
export function nearestStage(wanted: Stage, { stages: reached }: NetworkFault): Stage {
  const upTo = stages.slice(0, stages.indexOf(wanted) + 1)
  return upTo.findLast((stage) => reached.includes(stage)) ?? 'arrived'
}
