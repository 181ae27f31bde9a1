import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { followsConcert, phaseOf, type Phase } from '#src/features/scan/status/statusPhase.ts'

/**
 * The parts of the history: waiting for the member, to be sent, or for the concert; without points; and done. What is
 * without points is above what is done, as the member may want to do something about it.
 */
export const groups = ['to_do', 'on_the_way', 'after_concert', 'without_points', 'done'] as const
export type Group = (typeof groups)[number]

const groupOfPhase: Record<Phase, Group> = {
  unconfirmed: 'to_do',
  stuck: 'to_do',
  sending: 'on_the_way',
  rewarded: 'done',
  refused: 'without_points',
}

function groupOf(status: DisplayStatus): Group {
  return followsConcert(status) ? 'after_concert' : groupOfPhase[phaseOf(status)]
}

/** Sorts scans into the groups and keeps their order. */
export function groupScans<Scan extends { status: DisplayStatus }>(scans: readonly Scan[]): Record<Group, Scan[]> {
  const result: Record<Group, Scan[]> = { to_do: [], on_the_way: [], after_concert: [], without_points: [], done: [] }
  for (const scan of scans) result[groupOf(scan.status)].push(scan)
  return result
}
