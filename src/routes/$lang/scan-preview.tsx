import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { contentQueries } from '#src/query/clubQueries.ts'
import { chosenIds, ScanSearch } from '#src/features/scan/scanSearch.ts'
import { ScanPreviewPage } from '#src/features/scan/preview/ScanPreviewPage.tsx'
import { requireScans } from './-requireScans.ts'
import { ScanGate } from './-scanGate.tsx'

export const Route = createFileRoute('/$lang/scan-preview')({
  validateSearch: ScanSearch,
  beforeLoad: requireScans,
  component: () => <ScanGate>{(memberId) => <ScanPreview memberId={memberId} />}</ScanGate>,
})

function ScanPreview({ memberId }: { memberId: string }) {
  const { lang } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: contents } = useQuery(contentQueries.staticContents())
  return (
    <ScanPreviewPage
      memberId={memberId}
      ids={chosenIds(search.scan)}
      contents={contents}
      onDecided={(result) =>
        void navigate({
          to: result === 'success' ? '/$lang/scan-success' : '/$lang/scan-failed',
          params: { lang },
          search,
          replace: true,
        })
      }
      onRetake={() => void navigate({ to: '/$lang/scanner', params: { lang }, replace: true })}
    />
  )
}
