import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { keysOf } from '#contract/keysOf.ts'
import type { EventItem } from '#contract/spending/events.ts'
import type { RegistrationStatus } from '#contract/spending/registrationStatus.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { useOnline } from '#src/platform/online.ts'
import { useIsHere } from '#src/platform/useIsHere.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { StayingAction } from '#src/ui/actions/StayingAction.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import { newAttempt } from '#src/features/attempt/useKeyedAttempt.ts'
import { UnansweredNotice, UnansweredPopup } from '#src/features/attempt/AttemptPopups.tsx'
import { HindranceNotice } from '#src/features/attempt/HindranceNotice.tsx'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { useNow } from '#src/platform/now.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Reference } from '../OfferFacts.tsx'
import {
  currentRegistrations,
  isApprovedYouth,
  isYouthOnly,
  placesFor,
  placesHeld,
  placesLeft,
  placesToAskFor,
} from './quota.ts'
import styles from './Registering.module.css'
import { PlacesSummary } from './PlacesSummary.tsx'
import { useEventRegistration } from './useEventRegistration.ts'
import { eventRegistrationStateOf } from './eventRegistrationState.ts'
import { RegistrationPanelSkeleton } from '../events/RegistrationPanelSkeleton.tsx'
import { canBeCancelled, CancelButton } from './CancelButton.tsx'

interface RegistrationPanelProps {
  event: EventItem
  /** For the member, now. */
  status: RegistrationStatus
  member: RememberedMember
  /** The event could be read when it was last asked for. */
  reachable: boolean
  /** Reads it again. */
  onRefresh: () => Promise<Refreshed>
}

/**
 * An event that was read again. unreachable: no usable answer came; unread: the club answered with an error; gone: it
 * has no such event any longer.
 */
export type Refreshed = EventItem | 'unreachable' | 'unread' | 'gone'

/**
 * A member registers for an event here: what they already have, how many places, and the button or why there is none.
 */
export function RegistrationPanel({ event, status, member, reachable, onRefresh }: RegistrationPanelProps) {
  const online = useOnline()
  const [wanted, setWanted] = useState(1)
  const { attempt, busy, changes, register, panel } = useRegistering(event, member.id, onRefresh)
  const { data, isError } = useQuery(memberAreaQueries.eventRegistrations())
  // An application to the young audience scheme may have been approved meanwhile.
  const { data: answer } = useQuery(memberQueries.me())
  // Until it is known what they have, nobody is asked to register. Where it cannot be known, the server still counts.
  if (!data && !isError && online) return <RegistrationPanelSkeleton />

  const registrations = data?.registrations ?? []
  const isYoung = isApprovedYouth(answer?.user.member_profile ?? storedProfile())
  const quota = placesLeft(event, isYoung, registrations)
  const own = currentRegistrations(registrations, event.alias)
  const isWaiting = own.some(({ state }) => state === 'waiting')
  const held = placesHeld(own)
  const left = placesToAskFor(event, { quota, held })
  const { emailVerified, suspension } = member
  const isSuspended = suspension !== null
  const isFull = left === 0
  const state = eventRegistrationStateOf({
    status,
    isSuspended,
    isForYouth: isYouthOnly(event) && !isYoung,
    emailVerified,
    isWaiting,
    left: quota,
    online,
    // A press that is under way is not told so meanwhile.
    reachable: reachable || busy,
    isFull,
  })
  const quantity = Math.min(wanted, left)
  const places = placesFor(event, { quantity, held })
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className={styles['panel']}
      data-settled={isWaiting || state === 'quota_reached' || undefined}
    >
      {own.map((registration) => (
        <OwnRegistration key={registration.ref_no} registration={registration} />
      ))}
      <UnansweredNotice
        attempt={attempt}
        title={
          held > 0 ? (
            <Trans>We don’t have the answer to your latest request yet</Trans>
          ) : (
            <Trans>We don’t know yet if you’re registered</Trans>
          )
        }
      >
        <Trans>We haven’t had an answer about your registration. Find out if it worked.</Trans>
      </UnansweredNotice>
      {state === 'suspended' && suspension && <SuspensionNotice suspension={suspension} />}
      {state === 'unverified' && (
        <VerifyEmailNotice isFirst>
          <Trans>Once your email is verified, you can register.</Trans>
        </VerifyEmailNotice>
      )}
      {status === 'before-priority' && !emailVerified && (
        <VerifyEmailNotice>
          <Trans>Verify it now, and you can register as soon as registration opens.</Trans>
        </VerifyEmailNotice>
      )}
      {state === 'youth_only' && <YouthOnly />}
      {state === 'quota_reached' && <QuotaReached />}
      {state === 'full' && (
        <p className={styles['reason']}>
          <Trans>This event is full. Check back later: other members may cancel.</Trans>
        </p>
      )}
      {state === 'offline' && (
        <Notice tone="info">
          <Trans>You’re offline. Connect to the internet to register.</Trans>
        </Notice>
      )}
      {state === 'unreachable' && (
        <Notice tone="info">
          <p>
            <Trans>Club Bravo can’t be reached right now. Connect to the internet to register.</Trans>
          </p>
          <Button onClick={() => void onRefresh()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
      <HindranceNotice hindrance={attempt.hindrance} />
      {state === 'ready' && (held === 0 || attempt.unanswered === null) && (
        <>
          {(left > 1 || held > 0) && (
            <PlacesField value={quantity} left={left} isMore={held > 0} onChange={setWanted} />
          )}
          {event.waiting_list && held === 0 && (
            <p className={styles['reason']}>
              {places === 'to_wait_for' ? (
                <Trans>As soon as there are enough places, they’re yours, and we’ll email you.</Trans>
              ) : (
                <Trans>If the event is full, you go on its waiting list.</Trans>
              )}
            </p>
          )}
          {changes > 0 && (
            <Notice key={changes} tone="warning" comesIntoSight>
              <Trans>Something has just changed. Check the details, then press again.</Trans>
            </Notice>
          )}
          <StayingAction
            // The button names the places that it asks for, but for those on the waiting list.
            about={<AboutEvent event={event} quantity={places === 'to_wait_for' ? quantity : 1} />}
            consent={<Consent event={event} isWaiting={places === 'to_wait_for'} />}
          >
            <Button
              variant={held > 0 ? 'secondary' : 'primary'}
              size="large"
              busy={busy}
              onClick={() => void register(quantity, held)}
            >
              <RegisterText places={places} quantity={quantity} isMore={held > 0} />
            </Button>
          </StayingAction>
        </>
      )}
      <UnansweredPopup
        attempt={attempt}
        doubt={<Trans>You may already be registered. Try again to find out: you won’t be registered twice.</Trans>}
        summary={<PlacesSummary event={event} quantity={attempt.opened?.request.quantity ?? quantity} />}
      />
    </div>
  )
}

/** How long a press waits for what it reads, in milliseconds. After that, the club decides by what it knows. */
const longestReadMs = 4000

/**
 * The press that registers. It reads event and registrations again: where no usable answer comes, or either has
 * changed, nothing is asked for, and the panel says so. Where the club is too busy to tell, or not in time, it is asked
 * all the same.
 */
function useRegistering(event: EventItem, memberId: string, onRefresh: RegistrationPanelProps['onRefresh']) {
  const attempt = useEventRegistration(event, memberId)
  const client = useQueryClient()
  const isHere = useIsHere()
  const [isReading, setReading] = useState(false)
  /** How often something had changed. */
  const [changes, setChanges] = useState(0)
  /** What had the focus when a press was turned away. */
  const pressed = useRef<Element | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It may go, perhaps a moment later, and the focus with it.
    if (pressed.current === null || pressed.current === document.activeElement) return
    if (!pressed.current.isConnected && document.activeElement === document.body) panel.current?.focus()
    pressed.current = null
  })
  const readOwn = async () => {
    const query = { ...memberAreaQueries.eventRegistrations(), staleTime: 0, retry: false }
    const read = await client.fetchQuery(query).catch(() => null)
    return read && placesHeld(currentRegistrations(read.registrations, event.alias))
  }
  const register = async (quantity: number, held: number) => {
    // An attempt without an answer is asked about first.
    if (attempt.unanswered) return attempt.open(attempt.unanswered)
    // Kept from the beginning: the event may be read, and the button gone, before the member's own registrations are.
    const button = document.activeElement
    setChanges(0)
    setReading(true)
    const [read = 'unread', own = null] = await Promise.all([
      answerWithin(onRefresh(), longestReadMs),
      answerWithin(readOwn(), longestReadMs),
    ])
    // Who has left the page asks for nothing.
    if (!isHere.current) return
    setReading(false)
    const asked = { quantity, held }
    const isSame =
      typeof read === 'string' || (placesFor(read, asked) === placesFor(event, asked) && isAsSaid(read, event))
    if (read !== 'unreachable' && read !== 'gone' && isSame && (own === null || own === held))
      return attempt.send(newAttempt({ event_id: event.id, quantity }))
    pressed.current = button
    if (read !== 'unreachable') setChanges((times) => times + 1)
  }
  return { attempt, busy: isReading || attempt.busy, changes, register, panel }
}

/** Whether time and place are the same. */
const isAsSaid = (one: EventItem, other: EventItem) =>
  one.starts_at === other.starts_at && keysOf(one.venue).every((lang) => one.venue[lang] === other.venue[lang])

interface RegisterTextProps {
  places: ReturnType<typeof placesFor>
  quantity: number
  /** The member has places already. */
  isMore: boolean
}

/** What the button asks for. */
function RegisterText({ places, quantity, isMore }: RegisterTextProps) {
  if (places === 'to_wait_for') return <Trans>Join the waiting list</Trans>
  if (isMore) return <Plural value={quantity} one="Register for # more place" other="Register for # more places" />
  return quantity === 1 ? (
    <Trans>Register</Trans>
  ) : (
    <Plural value={quantity} one="Register for # place" other="Register for # places" />
  )
}

/** The terms that the button accepts: below on this page, or the club's. */
function Consent({
  event: { alias, terms_and_conditions: terms },
  isWaiting,
}: {
  event: EventItem
  isWaiting: boolean
}) {
  const lang = useLanguage()
  const own = { to: '/$lang/event/$alias', params: { lang, alias }, hash: 'terms', replace: true } as const
  const club = { to: '/$lang/terms-and-conditions', params: { lang } } as const
  const link = isWritten(terms, lang) ? own : club
  return isWaiting ? (
    <Trans>
      By joining, you accept the <TextLink {...link}>terms</TextLink>.
    </Trans>
  ) : (
    <Trans>
      By registering, you accept the <TextLink {...link}>terms</TextLink>.
    </Trans>
  )
}

function AboutEvent({ event, quantity }: { event: EventItem; quantity: number }) {
  return (
    <>
      {event.starts_at !== null && <EventTime moment={event.starts_at} short />}
      {event.starts_at !== null && quantity > 1 && ' · '}
      {quantity > 1 && <Plural value={quantity} one="# place" other="# places" />}
    </>
  )
}

interface PlacesFieldProps {
  value: number
  left: number
  /** The member has places already. */
  isMore: boolean
  onChange: (places: number) => void
}

function PlacesField({ value, left, isMore, onChange }: PlacesFieldProps) {
  const { t } = useLingui()
  const options = Array.from({ length: left }, (_, index) => String(index + 1))
  return (
    <SelectField
      label={isMore ? t`More places` : t`Places`}
      hint={
        isMore ? (
          <Plural value={left} one="You can have # more place." other="You can have up to # more places." />
        ) : (
          <Plural value={left} one="You can have # place." other="You can have up to # places." />
        )
      }
      options={options.map((number) => ({ value: number, label: number }))}
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}

function YouthOnly() {
  const lang = useLanguage()
  return (
    <p className={styles['reason']}>
      <Trans>This event is for approved members of the Young Audience Scheme.</Trans>{' '}
      <TextLink to="/$lang/registration-ya" params={{ lang }}>
        <Trans>Apply to the Young Audience Scheme</Trans>
      </TextLink>
    </p>
  )
}

function QuotaReached(): ReactNode {
  return (
    <p className={styles['reason']}>
      <Trans>You already have as many places as a member can have for this event.</Trans>
    </p>
  )
}

/** On the page of an event: what the member has there, or waits for, and the way to give it back. */
function OwnRegistration({ registration }: { registration: EventRegistration }) {
  const lang = useLanguage()
  const now = useNow([registration.event?.starts_at ?? null])
  const { ref_no: refNo, quantity, state } = registration
  const isWaiting = state === 'waiting'
  return (
    <Notice
      tone={isWaiting ? 'info' : 'success'}
      title={isWaiting ? <Trans>You’re on the waiting list</Trans> : <Trans>You’re registered</Trans>}
    >
      <p>
        <Plural value={quantity} one="# place" other="# places" />
        {' · '}
        <Trans>Reference</Trans> <Reference refNo={refNo} />
      </p>
      {isWaiting && (
        <p>
          <Trans>As soon as there are enough places, they’re yours, and we’ll email you.</Trans>
        </p>
      )}
      <ButtonRow>
        <LinkButton to="/$lang/my-events" params={{ lang }}>
          <Trans>My events</Trans>
        </LinkButton>
        {canBeCancelled(registration, now) && <CancelButton registration={registration} />}
      </ButtonRow>
    </Notice>
  )
}
