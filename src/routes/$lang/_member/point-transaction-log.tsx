import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { readLogSearch } from '#src/features/member/log/logSearch.ts'
import { PointTransactionLogPage } from '#src/features/member/log/PointTransactionLogPage.tsx'
import { ScansUnderWay } from '#src/features/scan/history/ScansUnderWay.tsx'
import { refreshPointLog } from '#src/query/memberAreaQueries.ts'

// Without a loader, which home would load: the page reads its queries itself.
export const Route = createFileRoute('/$lang/_member/point-transaction-log')({
  validateSearch: readLogSearch,
  component: PointTransactionLog,
})

/** Composes two features: the points history, and the scans that it does not have yet. */
function PointTransactionLog() {
  // The router gives all that the address has, the mark of a mailing for one.
  const search = Route.useSearch({ select: readLogSearch })
  const navigate = useNavigate({ from: Route.fullPath })
  const client = useQueryClient()
  const member = useRememberedMember()
  const refresh = useCallback(() => refreshPointLog(client), [client])
  return (
    <PointTransactionLogPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      scansUnderWay={member && <ScansUnderWay memberId={member.id} onCredited={refresh} />}
    />
  )
}
