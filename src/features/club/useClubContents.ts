import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadSanitiser, sanitise } from '#src/ui/content/sanitise.ts'
import type { ContentState } from './contentState.ts'

/**
 * The part of the static contents that a page about the club shows. Ready only once the sanitiser is, too, so that the
 * page has its final height and anchors do not move.
 */
export function useClubContents<Data>(select: (contents: StaticContents) => Data): ContentState<Data> {
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(contentQueries.staticContents())
  const canShowTexts = useSanitiserLoaded()
  // Rendered in interruptible steps: a whole page of contents at once would block a slow phone.
  const contents = useDeferredValue(canShowTexts ? data : undefined)
  if (contents) return { kind: 'ready', data: select(contents), staleSince: isError ? dataUpdatedAt : null }
  if (!data && isError) return { kind: 'failed', isRetrying: isFetching, onRetry: () => void refetch() }
  return { kind: 'loading' }
}

/** Whether the sanitiser has loaded, or failed to: each text then shows its own failure. */
function useSanitiserLoaded(): boolean {
  const [isLoaded, setLoaded] = useState(() => sanitise('') !== null)
  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      await loadSanitiser().catch(() => undefined)
      if (!isUnmounted) setLoaded(true)
    }
    void load()
    return () => {
      isUnmounted = true
    }
  }, [])
  return isLoaded
}
