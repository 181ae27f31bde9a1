import { isUnsent, type ScanEntry, visitorId } from '#src/outbox/entry.ts'
import { type Scans, scanOutbox, useScans } from '#src/outbox/page/scanOutbox.ts'

/** Whether a visitor's scan may be a member's: who has said that it is not, is not asked again. */
function isOpenTo(entry: ScanEntry, memberId: string | null): boolean {
  return isUnsent(entry) && (memberId === null || entry.declinedBy?.includes(memberId) !== true)
}

/** The scans of a visitor that this device keeps, for null, or such as may be a member's. Never rejects. */
export async function keptEntries(memberId: string | null): Promise<ScanEntry[]> {
  const kept = await scanOutbox.unsent(visitorId).catch(() => [])
  return kept.filter((entry) => isOpenTo(entry, memberId))
}

/** Whether there are any. Never rejects. */
export async function hasKeptTickets(memberId: string | null): Promise<boolean> {
  return (await keptEntries(memberId)).length > 0
}

/**
 * The scans that this device keeps until somebody says that they are theirs: those that may be a member's, or all for
 * null. Follows changes made in any tab.
 */
export function useKeptEntries(memberId: string | null): Pick<Scans, 'status' | 'entries'> {
  const { status, entries } = useScans(visitorId)
  return { status, entries: entries.filter((entry) => isOpenTo(entry, memberId)) }
}
