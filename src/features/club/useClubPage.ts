import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import type { ContentPage, PageContents, PageGroups } from '#contract/pages.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { useEmbeddedContents } from '#src/query/embedded.ts'
import { loadSanitiser, sanitise } from '#src/ui/content/sanitise.ts'
import { useScrollToAnchor } from '#src/ui/layout/useScrollToAnchor.ts'
import type { ContentState } from './contentState.ts'

/**
 * A page about the club: its title and description, and what it selects of the groups that it reads.
 *
 * @param page names the groups, which its document has
 */
export function useClubPage<Page extends ContentPage, Data>(
  page: Page,
  select: (contents: PageContents<Page>) => Data,
): { messages: ReturnType<typeof usePageMessages>; state: ContentState<Data> } {
  const messages = usePageMessages(`/$lang/${page}`)
  const state = useClubContents((contents) => {
    const groups: PageGroups = { ...contents, topics: contents.faq }
    return select(groups)
  })
  useScrollToAnchor(state.kind === 'ready')
  return { messages, state }
}

/**
 * The part of the static contents that a page about the club shows. A document has it; the app then fetches all
 * contents when a slow phone can be asked to. Elsewhere it is ready only once the sanitiser is, too, so that the page
 * has its final height and anchors do not move.
 */
function useClubContents<Data>(select: (contents: StaticContents) => Data): ContentState<Data> {
  const embedded = useDocumentContents()
  const query = contentQueries.staticContents()
  const isKnown = useQueryClient().getQueryData(query.queryKey) !== undefined
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery({
    ...query,
    enabled: embedded === undefined || isKnown,
  })
  const canShowTexts = useSanitiserLoaded(embedded === undefined || isKnown)
  // What this device has stored is older than the document.
  const isNewest = embedded === undefined || dataUpdatedAt > performance.timeOrigin
  // Rendered in interruptible steps: a whole page of contents at once would block a slow phone.
  const contents = useDeferredValue(canShowTexts && isNewest ? (data ?? embedded) : embedded)
  const isStale = isError && contents !== embedded
  if (contents) return { kind: 'ready', data: select(contents), staleSince: isStale ? dataUpdatedAt : null }
  if (!data && isError) return { kind: 'failed', isRetrying: isFetching, onRetry: () => void refetch() }
  return { kind: 'loading' }
}

/** What the document of this page brings, where this is its rendering or hydration: in its language alone. */
function useDocumentContents(): StaticContents | undefined {
  const contents = useEmbeddedContents()
  const lang = useLanguage()
  const isHydrated = useHydrated()
  const [inDocument] = useState(isHydrated ? null : { contents, lang })
  return inDocument?.lang === lang ? inDocument.contents : undefined
}

/** Whether the sanitiser has loaded, or failed to: each text then shows its own failure. */
function useSanitiserLoaded(isDue: boolean): boolean {
  const [isLoaded, setLoaded] = useState(() => sanitise('') !== null)
  useEffect(() => {
    if (!isDue) return undefined
    let isUnmounted = false
    const load = async () => {
      await loadSanitiser().catch(() => undefined)
      if (!isUnmounted) setLoaded(true)
    }
    void load()
    return () => {
      isUnmounted = true
    }
  }, [isDue])
  return isLoaded
}
