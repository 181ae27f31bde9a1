import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { phaseOf, type Phase } from '#src/features/scan/status/statusPhase.ts'

/** The three parts of the history: waiting for the member, waiting to be sent, and done. */
export const groups = ['to_do', 'on_the_way', 'done'] as const
export type Group = (typeof groups)[number]

const groupOf: Record<Phase, Group> = {
  unconfirmed: 'to_do',
  stuck: 'to_do',
  sending: 'on_the_way',
  rewarded: 'done',
  refused: 'done',
}

/** Sorts scans into the groups and keeps their order. */
export function groupScans<Scan extends { status: DisplayStatus }>(scans: readonly Scan[]): Record<Group, Scan[]> {
  const result: Record<Group, Scan[]> = { to_do: [], on_the_way: [], done: [] }
  for (const scan of scans) result[groupOf[phaseOf(scan.status)]].push(scan)
  return result
}
