import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { ClubChrome, ClubNotFound } from '../-ClubChrome.tsx'
import { loadTabBar } from '#src/features/chrome/tabBar/tabBarLoader.tsx'
import { activate } from '#src/i18n/activate.ts'
import { parseLanguage } from '#contract/language.ts'

export const Route = createFileRoute('/$lang')({
  // Every page shows it: a chunk of its own would be one more request.
  codeSplitGroupings: [],
  params: {
    parse: (params) => {
      const lang = parseLanguage(params.lang)
      return lang !== null && { lang }
    },
  },
  beforeLoad: async ({ params }) => {
    // An unknown first segment also matches this route, unvalidated, before the not-found page.
    if (parseLanguage(params.lang) === null) throw notFound()
    await Promise.all([activate(params.lang), loadTabBar()])
  },
  // While a language loads slowly, the page stays as it is: a pending page in its place would take header and focus
  // with it.
  pendingMs: Infinity,
  component: Language,
  // Its own: for an address that only the root answers, the router runs nothing of this route, and the language stays.
  notFoundComponent: ClubNotFound,
})

function Language() {
  const { isChromeAlone } = Route.useRouteContext()
  return <ClubChrome>{!isChromeAlone && <Outlet />}</ClubChrome>
}
