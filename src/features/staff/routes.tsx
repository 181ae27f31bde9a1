import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import type { Language } from '#contract/language.ts'
import { parcelSteps } from '#contract/spending/parcels.ts'
import { listActs } from '#contract/staff/acts.ts'
import { tokenStates } from '#contract/staff/links.ts'
import { parseSearch, stringifySearch } from '#src/platform/searchParameters.ts'
import { ApplicationsPage } from './applications/ApplicationsPage.tsx'
import { ContentsPage } from './contents/ContentsPage.tsx'
import { CounterPage } from './counter/CounterPage.tsx'
import { EmailsPage } from './emails/EmailsPage.tsx'
import { EventsPage } from './events/EventsPage.tsx'
import { FiguresPage } from './figures/FiguresPage.tsx'
import { KeysPage } from './keys/KeysPage.tsx'
import { LinksPage } from './links/LinksPage.tsx'
import { MemberPage } from './members/MemberPage.tsx'
import type { pages } from './pages.ts'
import { LogPage } from './people/LogPage.tsx'
import { PeoplePage } from './people/PeoplePage.tsx'
import { SendingPage } from './sending/SendingPage.tsx'
import { TicketsPage } from './tickets/TicketsPage.tsx'
import { TodayPage } from './today/TodayPage.tsx'
import { ConfirmedPage, FailedPage, StaffApp, UnknownPage } from './StaffApp.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStaffRouter>
  }
}

/** A parameter of an address: what it says wrongly counts as not said. */
const optional = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), () => undefined)
const text = optional(v.string())

const root = createRootRoute({ component: StaffApp, notFoundComponent: UnknownPage })
const getParentRoute = () => root

const index = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/today', replace: true })
  },
})

const confirmed = createRoute({ getParentRoute, path: '/confirmed', component: ConfirmedPage })

/** A page of the table. The navigation derives from it, and does not compile where a page has no route. */
const page = <Path extends keyof typeof pages>(path: Path) => ({ getParentRoute, path })

/**
 * What each page shows, and the parameters of its address. What staff search for is no parameter: it would stay in the
 * history of a browser that others use, too.
 */
const routes = [
  createRoute({ ...page('/today'), component: TodayPage }),
  createRoute({
    ...page('/counter'),
    validateSearch: v.object({ id: text }),
    component: CounterPage,
  }),
  createRoute({
    ...page('/applications'),
    validateSearch: v.object({ member: text }),
    component: ApplicationsPage,
  }),
  createRoute({
    ...page('/member'),
    validateSearch: v.object({ id: text }),
    component: MemberPage,
  }),
  createRoute({
    ...page('/sending'),
    validateSearch: v.object({
      part: optional(v.picklist(['parcels', 'conversions', 'refunds'])),
      state: optional(v.picklist(keysOf(parcelSteps))),
      all: optional(v.literal('1')),
    }),
    component: SendingPage,
  }),
  createRoute({
    ...page('/events'),
    validateSearch: v.object({ event: text }),
    component: EventsPage,
  }),
  createRoute({
    ...page('/tickets'),
    validateSearch: v.object({ part: optional(v.picklist(['import', 'ticket', 'concerts'])), no: text }),
    component: TicketsPage,
  }),
  createRoute({
    ...page('/figures'),
    // The last month of a membership year.
    validateSearch: v.object({ until: optional(v.pipe(v.string(), v.regex(/^20\d\d-08$/))) }),
    component: FiguresPage,
  }),
  createRoute({
    ...page('/links'),
    validateSearch: v.object({
      part: optional(v.picklist(['list', 'issue'])),
      state: optional(v.picklist(tokenStates)),
    }),
    component: LinksPage,
  }),
  createRoute({ ...page('/emails'), component: EmailsPage }),
  createRoute({
    ...page('/contents'),
    // `copy`: the key of the entry that a new one begins with.
    validateSearch: v.object({ group: text, entry: text, new: optional(v.literal('1')), copy: text }),
    component: ContentsPage,
  }),
  createRoute({
    ...page('/people'),
    validateSearch: v.object({ person: text }),
    component: PeoplePage,
  }),
  createRoute({ ...page('/keys'), component: KeysPage }),
  createRoute({
    ...page('/log'),
    validateSearch: v.object({
      action: optional(listActs.request.entries.action),
      by: optional(listActs.request.entries.by),
      from: optional(listActs.request.entries.from),
      until: optional(listActs.request.entries.until),
    }),
    component: LogPage,
  }),
] as const

/** The pages of staff in a language, which stands in the address before them: another one is another document. */
export function createStaffRouter(lang: Language) {
  return createRouter({
    routeTree: root.addChildren([index, confirmed, ...routes]),
    basepath: `/staff/${lang}`,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: FailedPage,
  })
}
