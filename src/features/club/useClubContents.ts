import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import type { ContentState } from '#src/features/club/contentState.ts'
import { loadSanitiser, sanitise } from '#src/ui/sanitise.ts'

/**
 * What a page about the club shows of the static contents. They count as there once their texts can be shown, too: the page then
 * stands as it will stand, and anchors are where they stay.
 */
export function useClubContents<Data>(select: (contents: StaticContents) => Data): ContentState<Data> {
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(contentQueries.staticContents())
  const isReadable = useReadable()
  // Drawn in small steps: a page of contents at once would keep a slow phone from answering.
  const shown = useDeferredValue(isReadable ? data : undefined)
  if (shown) return { kind: 'ready', data: select(shown), staleSince: isError ? dataUpdatedAt : null }
  if (!data && isError) return { kind: 'failed', isRetrying: isFetching, onRetry: () => void refetch() }
  return { kind: 'loading' }
}

/** Whether texts of the contents can be shown; true as well where what shows them is lost: each text then says so for itself. */
function useReadable(): boolean {
  const [isReadable, setReadable] = useState(() => sanitise('') !== null)
  useEffect(() => {
    let isGone = false
    const load = async () => {
      await loadSanitiser().catch(() => undefined)
      if (!isGone) setReadable(true)
    }
    void load()
    return () => {
      isGone = true
    }
  }, [])
  return isReadable
}
