import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type StoryMember, type TicketStory, ticketStory } from '#contract/staff/tickets.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Answered } from '../parts/Answered.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery } from '../staffClient.ts'
import { ReturnTicket } from './ReturnTicket.tsx'
import styles from './Tickets.module.css'

const route = getRouteApi('/tickets')

/** Finds a ticket by its number, and tells its story. */
export function TicketLookUp() {
  const { t } = useLingui()
  const { no: asked = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(asked)
  return (
    <>
      <form
        className={styles['find']}
        onSubmit={(event) => {
          event.preventDefault()
          const search = { part: 'ticket', no: typed.trim() || undefined } as const
          void navigate({ search, replace: true, resetScroll: false })
        }}
      >
        <SearchField label={t`Ticket number`} value={typed} onChange={setTyped} />
        <Button type="submit" variant="primary">
          <Trans>Find</Trans>
        </Button>
      </form>
      {asked === '' ? (
        <Empty>
          <Trans>Type the number printed on the ticket.</Trans>
        </Empty>
      ) : (
        <Found key={asked} ticketNo={asked} />
      )}
    </>
  )
}

function Found({ ticketNo }: { ticketNo: string }) {
  const query = useQuery(staffQuery(ticketStory, { ticketNo }))
  return (
    <Answered query={query}>
      {({ ticket }) =>
        ticket === null ? (
          <Empty>
            <Trans>There’s no ticket {ticketNo}. Check the number letter by letter.</Trans>
          </Empty>
        ) : (
          <StoryView ticket={ticket} />
        )
      }
    </Answered>
  )
}

function StoryView({ ticket }: { ticket: TicketStory }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const may = useMay()
  const { ticketNo, concert, seat, amount } = ticket
  return (
    <article className={styles['story']} aria-label={t`Ticket ${ticketNo}`}>
      <div className={styles['head']}>
        <h2>{ticketNo}</h2>
        <StateBadge ticket={ticket} />
      </div>
      <Facts
        facts={[
          [t`Concert`, localized(concert.name, lang) || concert.id],
          [t`Begins`, formatEventTime(concert.startsAt, lang)],
          [t`Seat`, seat],
          [t`Price paid`, formatMoney(amount)],
        ]}
      />
      <Story ticket={ticket} />
      {may('ticket_return') && ticket.returned === null && <ReturnTicket ticketNo={ticketNo} />}
    </article>
  )
}

function StateBadge({ ticket: { returned, claim } }: { ticket: TicketStory }) {
  if (returned)
    return (
      <Badge tone="danger">
        <Trans>Ticket returned</Trans>
      </Badge>
    )
  if (claim === null)
    return (
      <Badge tone="neutral">
        <Trans>Not claimed</Trans>
      </Badge>
    )
  return claim.creditedAt === null ? (
    <Badge tone="warning">
      <Trans>Waiting for settlement</Trans>
    </Badge>
  ) : (
    <Badge tone="success">
      <Trans>Points given</Trans>
    </Badge>
  )
}

/** What has happened to a ticket, in order. */
function Story({ ticket: { imported, seen, claim, returned, concert } }: { ticket: TicketStory }) {
  return (
    <ol className={styles['steps']}>
      <Step at={imported?.by?.at ?? null} title={<Trans>Sold</Trans>}>
        {imported ? (
          <Trans>
            Came in with {imported.file}, imported by {imported.by?.by ?? '–'}
          </Trans>
        ) : (
          <Trans>Not imported from a file</Trans>
        )}
      </Step>
      {seen.map(({ member, at }) => (
        <Step key={member.id} at={at} title={<Trans>Scanned</Trans>}>
          <MemberName member={member} />
        </Step>
      ))}
      {claim && (
        <Step at={claim.at} title={<Trans>Claimed</Trans>}>
          <MemberName member={claim.member} />
        </Step>
      )}
      {claim &&
        (claim.creditedAt === null ? (
          <Step at={null} title={<Trans>Points</Trans>}>
            {concert.settledAt === null ? (
              <Trans>When the concert is settled</Trans>
            ) : (
              <Trans>At the next settlement: the last one stopped before this ticket</Trans>
            )}
          </Step>
        ) : (
          <Step at={claim.creditedAt} title={<Trans>Points</Trans>}>
            <Plural
              value={claim.points ?? 0}
              one="# point given, including bonuses"
              other="# points given, including bonuses"
            />
          </Step>
        ))}
      {returned && (
        <Step at={returned.at} title={<Trans>Ticket returned</Trans>}>
          {returned.taken === null ? (
            <Trans>
              By {returned.by ?? '–'}, before anyone had claimed it: {returned.reason}
            </Trans>
          ) : (
            <Trans>
              By {returned.by ?? '–'}, {formatPoints(returned.taken)} points taken back: {returned.reason}
            </Trans>
          )}
        </Step>
      )}
    </ol>
  )
}

function Step({ at, title, children }: { at: string | null; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <strong>{title}</strong>
      <span>{children}</span>
      <span className={styles['when']}>
        <When at={at} />
      </span>
    </li>
  )
}

function MemberName({ member: { id, name, memberNo, email } }: { member: StoryMember }) {
  const may = useMay()
  const shown = [name || email, memberNo].filter(Boolean).join(' · ')
  if (!may('member_read')) return shown
  return (
    <TextLink to="/member" search={{ id }}>
      {shown}
    </TextLink>
  )
}
