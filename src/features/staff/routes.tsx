import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import type { Language } from '#contract/language.ts'
import { parcelSteps } from '#contract/spending/parcels.ts'
import { listActs } from '#contract/staff/acts.ts'
import { tokenStates } from '#contract/staff/links.ts'
import type { PermissionName } from '#contract/staff/roles.ts'
import { parseSearch, stringifySearch } from '#src/platform/searchParameters.ts'
import { ApplicationsPage } from './applications/ApplicationsPage.tsx'
import { CounterPage } from './counter/CounterPage.tsx'
import { EventsPage } from './events/EventsPage.tsx'
import { FiguresPage } from './figures/FiguresPage.tsx'
import { LinksPage } from './links/LinksPage.tsx'
import { MemberPage } from './members/MemberPage.tsx'
import { LogPage } from './people/LogPage.tsx'
import { PeoplePage } from './people/PeoplePage.tsx'
import { SendingPage } from './sending/SendingPage.tsx'
import { TicketsPage } from './tickets/TicketsPage.tsx'
import { TodayPage } from './today/TodayPage.tsx'
import { ConfirmedPage, FailedPage, StaffApp, UnknownPage } from './StaffApp.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageDescriptor
    /** Whoever may do one of these sees the page. */
    needs?: readonly PermissionName[]
  }
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

/**
 * The pages, in the order of the navigation. What staff search for is no parameter: it would stay in the history of a
 * browser that others use, too.
 */
const pages = [
  createRoute({
    getParentRoute,
    path: '/today',
    staticData: { title: msg`Today`, needs: ['session_read'] },
    component: TodayPage,
  }),
  createRoute({
    getParentRoute,
    path: '/counter',
    staticData: { title: msg`Counter`, needs: ['member_search'] },
    validateSearch: v.object({ id: text }),
    component: CounterPage,
  }),
  createRoute({
    getParentRoute,
    path: '/applications',
    staticData: { title: msg`Applications`, needs: ['application_read'] },
    validateSearch: v.object({ member: text }),
    component: ApplicationsPage,
  }),
  createRoute({
    getParentRoute,
    path: '/member',
    staticData: { title: msg`Member`, needs: ['member_read'] },
    validateSearch: v.object({ id: text }),
    component: MemberPage,
  }),
  createRoute({
    getParentRoute,
    path: '/sending',
    staticData: { title: msg`To send`, needs: ['parcel_read', 'conversion_read', 'refund_read'] },
    validateSearch: v.object({
      part: optional(v.picklist(['parcels', 'conversions', 'refunds'])),
      state: optional(v.picklist(keysOf(parcelSteps))),
      all: optional(v.literal('1')),
    }),
    component: SendingPage,
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    staticData: { title: msg`Events`, needs: ['event_read'] },
    validateSearch: v.object({ event: text }),
    component: EventsPage,
  }),
  createRoute({
    getParentRoute,
    path: '/tickets',
    staticData: { title: msg`Tickets`, needs: ['ticket_read'] },
    validateSearch: v.object({ part: optional(v.picklist(['import', 'ticket', 'concerts'])), no: text }),
    component: TicketsPage,
  }),
  createRoute({
    getParentRoute,
    path: '/figures',
    staticData: { title: msg`Figures`, needs: ['figures_read'] },
    // The last month of a membership year.
    validateSearch: v.object({ until: optional(v.pipe(v.string(), v.regex(/^20\d\d-08$/))) }),
    component: FiguresPage,
  }),
  createRoute({
    getParentRoute,
    path: '/links',
    staticData: { title: msg`Upgrade links`, needs: ['upgrade_read'] },
    validateSearch: v.object({
      part: optional(v.picklist(['list', 'issue'])),
      state: optional(v.picklist(tokenStates)),
    }),
    component: LinksPage,
  }),
  createRoute({
    getParentRoute,
    path: '/people',
    staticData: { title: msg`People`, needs: ['staff_read'] },
    validateSearch: v.object({ person: text }),
    component: PeoplePage,
  }),
  createRoute({
    getParentRoute,
    path: '/log',
    staticData: { title: msg`Log`, needs: ['act_read'] },
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
    routeTree: root.addChildren([index, confirmed, ...pages]),
    basepath: `/staff/${lang}`,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: FailedPage,
  })
}
