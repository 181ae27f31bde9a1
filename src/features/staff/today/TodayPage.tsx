import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { isEverybodys } from '#contract/staff/roles.ts'
import { today, upcomingDays } from '#contract/staff/today.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { useStaffLanguage } from '../navigation.ts'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { useSession } from '../session.ts'
import { staffQuery } from '../staffClient.ts'
import { StaffLink } from '../StaffLink.tsx'
import styles from './TodayPage.module.css'

type Waits = AnswerOf<typeof today>
type Waiting = NonNullable<Waits['parcels']>

/** What waits for whoever is signed in. */
export function TodayPage() {
  const { t } = useLingui()
  const query = useQuery(staffQuery(today, {}))
  return (
    <StaffPage title={t`Today`}>
      <Answered query={query}>{(data) => <Waits waits={data} />}</Answered>
    </StaffPage>
  )
}

function Waits({ waits }: { waits: Waits }) {
  const { permissions } = useSession()
  const { applications, parcels, conversions, refunds, performances, mails, events } = waits
  const isNobodys = [applications, parcels, conversions, refunds, performances, mails, events].every(
    (one) => one === null,
  )
  if (permissions.every(isEverybodys))
    return (
      <Empty>
        <Trans>
          There are no pages for your role yet. Checking cards at the door is planned. For now, you can manage your
          passkeys and sign out.
        </Trans>
      </Empty>
    )
  if (isNobodys)
    return (
      <Empty>
        <Trans>There’s nothing here for your roles. Choose another page.</Trans>
      </Empty>
    )
  return (
    <>
      <ul className={styles['tiles']}>
        <Tile waiting={applications} title={<Trans>Applications to decide</Trans>} page="applications" />
        <Tile waiting={parcels} title={<Trans>Parcels to pack or send</Trans>} page="sending" part="parcels" />
        <Tile
          waiting={conversions}
          title={<Trans>Conversions for the airline</Trans>}
          page="sending"
          part="conversions"
        />
        <Tile waiting={refunds} title={<Trans>Payments to refund</Trans>} page="sending" part="refunds" />
        <Tile waiting={performances} title={<Trans>Concerts to settle</Trans>} page="tickets" part="concerts" />
        <Tile waiting={mails} title={<Trans>Emails that failed</Trans>} />
      </ul>
      {events !== null && <Events events={events} />}
    </>
  )
}

interface TileProps {
  /** Null where it is not somebody's to see. */
  waiting: Waiting | null
  title: ReactNode
  page?: string
  part?: string
}

function Tile({ waiting, title, page, part }: TileProps) {
  if (waiting === null) return null
  const { count, since } = waiting
  return (
    <li className={styles['tile']} data-waits={count > 0 || undefined}>
      <span className={styles['count']}>{formatPoints(count)}</span>
      {page === undefined ? (
        <span className={styles['title']}>{title}</span>
      ) : (
        <StaffLink page={page} {...(part === undefined ? {} : { search: { part } })} className={styles['title']}>
          {title}
        </StaffLink>
      )}
      <span className={styles['since']}>
        {since === null ? (
          <Trans>Nothing to do</Trans>
        ) : (
          <Trans>
            The oldest since <When at={since} day />
          </Trans>
        )}
      </span>
    </li>
  )
}

function Events({ events }: { events: NonNullable<Waits['events']> }) {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  return (
    <section className={styles['events']}>
      <h2>
        <Trans>Events in the next {upcomingDays} days</Trans>
      </h2>
      {events.length === 0 ? (
        <Empty>
          <Trans>No event begins in the next {upcomingDays} days.</Trans>
        </Empty>
      ) : (
        <Table
          label={t`Events in the next ${upcomingDays} days`}
          rows={events}
          keyOf={({ alias }) => alias}
          columns={[
            {
              head: t`Event`,
              isName: true,
              renderCell: ({ alias, name }) => (
                <StaffLink page="events" search={{ event: alias }}>
                  {localized(name, lang)}
                </StaffLink>
              ),
            },
            { head: t`Begins`, renderCell: ({ startsAt }) => formatEventTime(startsAt, lang) },
            {
              head: t`Places taken`,
              isNumber: true,
              renderCell: ({ registered, places }) => (places === null ? registered : `${registered} / ${places}`),
            },
            {
              head: t`Waiting list`,
              isNumber: true,
              renderCell: ({ waiting }) => <Plural value={waiting} _0="–" other="#" />,
            },
          ]}
        />
      )}
    </section>
  )
}
