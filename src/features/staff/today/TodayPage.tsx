import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type ReadinessCheck, readinessTable } from '#contract/staff/readiness.ts'
import { today, upcomingDays } from '#contract/staff/today.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { staffQuery } from '../staffClient.ts'
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
  const { addressChanges, applications, parcels, conversions, refunds, performances, mails, leftToDo, events } = waits
  const isNobodys = [addressChanges, applications, parcels, conversions, refunds, performances, mails, events].every(
    (one) => one === null,
  )
  const oldest = addressChanges === null ? null : addressChanges[0]
  if (isNobodys)
    return (
      <Empty>
        <Trans>There’s nothing here for your roles. Choose another page.</Trans>
      </Empty>
    )
  return (
    <>
      {leftToDo !== null && leftToDo.length > 0 && <LeftToDo checks={leftToDo} />}
      <ul className={styles['tiles']}>
        <Tile waiting={applications}>
          <TextLink to="/applications">
            <Trans>Applications to decide</Trans>
          </TextLink>
        </Tile>
        <Tile waiting={oldest === null ? null : { count: addressChanges?.length ?? 0, since: oldest?.at ?? null }}>
          <TextLink to="/member" search={{ id: oldest?.memberId }}>
            <Trans>Address changes to confirm</Trans>
          </TextLink>
        </Tile>
        <Tile waiting={parcels}>
          <TextLink to="/sending" search={{ part: 'parcels' }}>
            <Trans>Parcels to pack or send</Trans>
          </TextLink>
        </Tile>
        <Tile waiting={conversions}>
          <TextLink to="/sending" search={{ part: 'conversions' }}>
            <Trans>Conversions for the airline</Trans>
          </TextLink>
        </Tile>
        <Tile waiting={refunds}>
          <TextLink to="/sending" search={{ part: 'refunds' }}>
            <Trans>Payments to refund</Trans>
          </TextLink>
        </Tile>
        <Tile waiting={performances}>
          <TextLink to="/tickets" search={{ part: 'concerts' }}>
            <Trans>Concerts to settle</Trans>
          </TextLink>
        </Tile>
        <Tile waiting={mails}>
          <TextLink to="/emails">
            <Trans>Emails that failed</Trans>
          </TextLink>
        </Tile>
      </ul>
      {addressChanges !== null && addressChanges.length > 1 && <AddressChanges changes={addressChanges} />}
      {events !== null && <Events events={events} />}
    </>
  )
}

/** Each change of a lost address that waits: one that cannot be confirmed holds up no other. */
function AddressChanges({ changes }: { changes: NonNullable<Waits['addressChanges']> }) {
  return (
    <section className={styles['leftToDo']} aria-labelledby="address-changes">
      <h2 id="address-changes">
        <Trans>Address changes to confirm</Trans>
      </h2>
      <ul>
        {changes.map(({ memberId, at }) => (
          <li key={memberId}>
            <TextLink to="/member" search={{ id: memberId }}>
              <Trans>
                Asked for <When at={at} />
              </Trans>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What an owner has left to do before the club is open. */
function LeftToDo({ checks }: { checks: readonly ReadinessCheck[] }) {
  const lang = useLanguage()
  return (
    <section className={styles['leftToDo']} aria-labelledby="left-to-do">
      <h2 id="left-to-do">
        <Trans>Before we open</Trans>
      </h2>
      <ul>
        {checks.map((check) => (
          <li key={check}>{localized(readinessTable[check], lang)}</li>
        ))}
      </ul>
    </section>
  )
}

/** What waits, null where it is not somebody's to see. The whole tile is the link's. */
function Tile({ waiting, children }: { waiting: Waiting | null; children: ReactNode }) {
  if (waiting === null) return null
  const { count, since } = waiting
  return (
    <li className={styles['tile']} data-waits={count > 0 || undefined}>
      <span className={styles['count']}>{formatPoints(count)}</span>
      <span className={styles['title']}>{children}</span>
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
  const lang = useLanguage()
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
                <TextLink to="/events" search={{ event: alias }}>
                  {localized(name, lang)}
                </TextLink>
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
