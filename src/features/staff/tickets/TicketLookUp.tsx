import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type StoryMember, type TicketStory, ticketStory, returnTicket } from '#contract/staff/tickets.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
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
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { Answered, ActFailure } from '../parts/Answered.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery, useAct } from '../staffClient.ts'
import styles from './Tickets.module.css'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'

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
  const { i18n } = useLingui()
  const nameOf = (by: string | null | undefined) => (by ? actorText(by, i18n) : '–')
  return (
    <ol className={styles['steps']}>
      <Step at={imported?.by?.at ?? null} title={<Trans>Sold</Trans>}>
        {imported ? (
          <Trans>
            Came in with {imported.file}, imported by {nameOf(imported.by?.by)}
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
              By {nameOf(returned.by)}, before anyone had claimed it: {returned.reason}
            </Trans>
          ) : (
            <Trans>
              By {nameOf(returned.by)}, {formatPoints(returned.taken)} points taken back: {returned.reason}
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

type Outcome = AnswerOf<typeof returnTicket>

/** Marks a ticket as returned: first what that takes is shown. */
function ReturnTicket({ ticketNo }: { ticketNo: string }) {
  const { t } = useLingui()
  const preview = useAct(returnTicket)
  const act = useAct(returnTicket)
  const forget = () => {
    preview.reset()
    act.reset()
  }
  const reason = useReason(forget)
  const look = () => {
    const words = reason.read()
    forget()
    if (words !== null) preview.mutate({ ticketNo, reason: words, isDryRun: true })
  }
  const save = () =>
    preview.variables &&
    act.mutate(
      { ...preview.variables, isDryRun: false },
      {
        onSuccess: ({ kind }) => {
          if (kind === 'returned' || kind === 'voided') showToast({ title: t`Ticket returned`, tone: 'success' })
        },
      },
    )
  const shown = act.data ?? preview.data
  const isPossible = preview.data?.kind === 'returned' || preview.data?.kind === 'voided'
  return (
    <Disclosure title={t`Return this ticket`}>
      <form
        className={styles['return']}
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <ReasonField {...reason.field} />
        <Button type="submit" busy={preview.isPending}>
          <Trans>Preview</Trans>
        </Button>
        <ActFailure error={act.error ?? preview.error} />
        {shown && <OutcomeNotice outcome={shown} />}
        {isPossible && act.data === undefined && (
          <Button variant="danger" busy={act.isPending} onClick={save}>
            <Trans>Return this ticket</Trans>
          </Button>
        )}
      </form>
    </Disclosure>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'unknown_ticket':
      return (
        <Notice tone="warning">
          <Trans>This ticket no longer exists: its import was undone.</Trans>
        </Notice>
      )
    case 'closed':
      return (
        <Notice tone="warning">
          <Trans>The account of the member who claimed it is closed: no points can be taken.</Trans>
        </Notice>
      )
    case 'repeated':
      return (
        <Notice tone="warning">
          <p>
            <Trans>
              It was returned before: <When at={outcome.at} />. Nothing was changed.
            </Trans>
          </p>
        </Notice>
      )
    case 'voided':
      return (
        <Notice tone="info">
          <Trans>No one has claimed this ticket. Once it’s returned, no one can.</Trans>
        </Notice>
      )
    case 'returned': {
      const { wasPending, given, taken, before, after } = outcome
      return (
        <Notice tone="info">
          <p>
            <Trans>
              {formatPoints(taken)} of its {formatPoints(given)} points will be taken back: the balance goes from{' '}
              {formatPoints(before)} to {formatPoints(after)} points.
            </Trans>
          </p>
          {wasPending && (
            <p>
              <Trans>The points were still to come: this ticket won’t earn any now.</Trans>
            </p>
          )}
          {taken < given && (
            <p>
              <Trans>The others have been spent. Even so, the ticket no longer counts.</Trans>
            </p>
          )}
        </Notice>
      )
    }
  }
}
