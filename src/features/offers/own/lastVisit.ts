import * as v from 'valibot'
import type { PointTransaction } from '#contract/member/member.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { readTabValue, writeTabValue } from '#src/platform/tabStorage.ts'
import { storedValue } from '#src/session/storedSession.ts'
import { lastVisitKey } from '#src/storage/names.ts'

/** When the member was here, and the newest entry of the ledger that they saw, in milliseconds since 1970. */
const LastVisit = v.object({ memberId: v.string(), at: v.number(), newest: v.number() })
type LastVisit = v.InferOutput<typeof LastVisit>

/** A visit lasts as long as its tab. `last`: the one before on this device, null for the first. */
const Visit = v.object({ memberId: v.string(), begun: v.number(), last: v.nullable(LastVisit) })
export type Visit = v.InferOutput<typeof Visit>

const tabKey = 'club-bravo.visit'
const readLast = storedValue(lastVisitKey, LastVisit)

/** The visit of this tab, which may begin now. */
export function visitOf(memberId: string): Visit {
  const visit = readTabValue(tabKey, Visit)
  if (visit?.memberId === memberId) return visit
  const last = readLast()
  return { memberId, begun: clubNow(), last: last?.memberId === memberId ? last : null }
}

/** Stores the visit for this tab, and for the next one what the member has seen in it. Never throws. */
export function storeVisit(visit: Visit, log: readonly PointTransaction[]): void {
  const { memberId } = visit
  writeTabValue(tabKey, visit)
  const newest = Math.max(readLast()?.newest ?? 0, ...log.map(momentOf))
  try {
    localStorage.setItem(lastVisitKey, JSON.stringify({ memberId, at: clubNow(), newest } satisfies LastVisit))
  } catch {
    // The next visit then has nothing to compare with.
  }
}

/** The entries that came after the last visit and before this one: what is done in a visit, the member knows. */
export function newSince({ last, begun }: Visit, log: readonly PointTransaction[]): readonly PointTransaction[] {
  return last ? log.filter((entry) => momentOf(entry) > last.newest && momentOf(entry) <= begun) : []
}

const momentOf = ({ created_at: at }: PointTransaction) => Date.parse(at)
