import { useQuery } from '@tanstack/react-query'
import type { StaticContents } from '#contract/content.ts'
import type { User } from '#contract/member/member.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { useCreditedScans, usePaidTickets } from '#src/outbox/page/creditedScans.ts'

/** The data of the scan pages besides the scans: cached copies, updated when the server can be reached. */
export interface ScanPageData {
  /** Undefined if this device has no copy. */
  contents: StaticContents | undefined
  /** Undefined if this device has no copy. */
  user: User | undefined
  /** When `user` was received, in milliseconds since 1970, if it could not be updated; else null. */
  userStaleSince: number | null
}

/** Reads the contents and the member, and the member again whenever a scan has been credited. */
export function useScanPageData(memberId: string): ScanPageData {
  const contents = useQuery(contentQueries.staticContents())
  const me = useQuery(memberQueries.me())
  useCreditedScans(memberId, me.dataUpdatedAt, me.refetch)
  usePaidTickets(memberId, me.data?.user.point_transactions)
  return {
    contents: contents.data,
    user: me.data?.user,
    userStaleSince: me.isError && me.data ? me.dataUpdatedAt : null,
  }
}
