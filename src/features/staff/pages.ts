import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'
import { keysOf } from '#contract/keysOf.ts'
import type { PermissionName } from '#contract/staff/roles.ts'
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

interface StaffPageFacts {
  title: MessageDescriptor
  /** Whoever may do one of these sees the page. */
  needs: readonly PermissionName[]
  component: ComponentType
}

/** The pages of staff, in the order of the navigation. The keys are their names in the address. */
export const staffPages = {
  today: { title: msg`Today`, needs: ['session_read'], component: TodayPage },
  counter: { title: msg`Counter`, needs: ['member_search'], component: CounterPage },
  applications: { title: msg`Applications`, needs: ['application_read'], component: ApplicationsPage },
  member: { title: msg`Member`, needs: ['member_read'], component: MemberPage },
  sending: { title: msg`To send`, needs: ['parcel_read', 'conversion_read', 'refund_read'], component: SendingPage },
  events: { title: msg`Events`, needs: ['event_read'], component: EventsPage },
  tickets: { title: msg`Tickets`, needs: ['ticket_read'], component: TicketsPage },
  figures: { title: msg`Figures`, needs: ['figures_read'], component: FiguresPage },
  links: { title: msg`Upgrade links`, needs: ['upgrade_read'], component: LinksPage },
  people: { title: msg`People`, needs: ['staff_read'], component: PeoplePage },
  log: { title: msg`Log`, needs: ['act_read'], component: LogPage },
} as const satisfies Record<string, StaffPageFacts>

export type StaffPageName = keyof typeof staffPages
export const staffPageNames = keysOf(staffPages)

export const isStaffPage = (name: string): name is StaffPageName => Object.hasOwn(staffPages, name)

/** The pages that a digit leads to, from 1 on: as many as there are digits. */
export const numbered = (own: readonly StaffPageName[]): readonly StaffPageName[] => own.slice(0, 9)
