import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { EventTime } from '#src/ui/content/DateText.tsx'
import type { IconName } from '#src/ui/content/Icon.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { ResultNote, ResultPanel, type ResultTone } from '#src/ui/states/ResultPanel.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { EventCalendarButton } from '../events/EventCalendarButton.tsx'
import { Reference } from '../OfferFacts.tsx'
import type { EventResult, EventResultState, Refusal } from './outcome.ts'

/** What became of a member's request for places, and what to do now. */
export function EventResultPage({ outcome }: { outcome: EventResultState }) {
  const { i18n, t } = useLingui()
  const { event, result } = outcome
  const name = <LocalText text={event.name} />
  switch (result.kind) {
    case 'registered':
      return (
        <Page
          title={t`You’re registered`}
          lead={<Trans>See you there! We’re also emailing you a confirmation.</Trans>}
          narrow
        >
          <Place outcome={outcome} tone="success" icon="check" />
          <Places outcome={outcome} result={result} />
        </Page>
      )
    case 'waiting':
      return (
        <Page
          title={t`You’re on the waiting list`}
          lead={<Trans>There aren’t enough places left for now.</Trans>}
          narrow
        >
          <Place outcome={outcome} tone="waiting" icon="clock" />
          <Notice tone="info" title={<Trans>What happens next</Trans>}>
            <p>
              <Trans>
                Places go to those who have waited longest. As soon as there are enough for you, they’re yours, and
                we’ll email you. You don’t need to do anything.
              </Trans>
            </p>
          </Notice>
          <Places outcome={outcome} result={result} />
        </Page>
      )
    case 'refused': {
      const { title, advice } = refusalMessages[result.reason]
      return (
        <Page title={i18n._(title)} lead={name} narrow>
          <Notice tone="warning" title={<Trans>You weren’t registered</Trans>}>
            <p>{i18n._(advice)}</p>
          </Notice>
          <ButtonRow>
            <NextSteps alias={event.alias} reason={result.reason} />
          </ButtonRow>
        </Page>
      )
    }
    case 'other':
      return (
        <Page title={t`We couldn’t register you`} lead={name} narrow>
          <Notice tone="warning" title={<Trans>You weren’t registered</Trans>}>
            <LocalText as="p" text={result.text} />
            <p>
              <Trans>Try again. If it keeps happening, contact us.</Trans>
            </p>
          </Notice>
          <ButtonRow>
            <BackToEvent alias={event.alias} />
            <ContactUs />
          </ButtonRow>
        </Page>
      )
  }
}

interface PlaceProps {
  outcome: EventResultState
  tone: ResultTone
  icon: IconName
}

/** The event, as a picture, with its day. */
function Place({ outcome: { event }, tone, icon }: PlaceProps) {
  const { image, starts_at: startsAt } = event
  return (
    <ResultPanel
      tone={tone}
      icon={icon}
      picture={image === null ? undefined : <Picture image={image} alt="" sizes="20rem" ratio="card" eager />}
    >
      <LocalText text={event.name} as="strong" />
      {startsAt !== null && (
        <ResultNote>
          <EventTime moment={startsAt} />
        </ResultNote>
      )}
    </ResultPanel>
  )
}

interface PlacesProps {
  outcome: EventResultState
  result: Extract<EventResult, { kind: 'registered' | 'waiting' }>
}

function Places({ outcome: { event, quantity }, result: { kind, registration } }: PlacesProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const refNo = registration?.ref_no
  return (
    <>
      <ButtonRow>
        <LinkButton to="/$lang/my-events" params={{ lang }} variant="primary">
          <Trans>Go to My events</Trans>
        </LinkButton>
        {kind === 'registered' && <EventCalendarButton event={event} />}
        <AllEvents />
      </ButtonRow>
      {/* What the panel does not say. */}
      <Card>
        <DefinitionList
          rows={[
            { term: t`Where`, value: <LocalText text={event.venue} /> },
            { term: t`Places`, value: registration?.quantity ?? quantity },
            ...(refNo === undefined ? [] : [{ term: t`Reference`, value: <Reference refNo={refNo} /> }]),
          ]}
        />
      </Card>
    </>
  )
}

/** Where to go on: what helps most, first. */
function NextSteps({ alias, reason }: { alias: string; reason: Refusal }) {
  const lang = useLanguage()
  switch (reason) {
    case 'eventFull':
    case 'comingSoon':
      return (
        <>
          <BackToEvent alias={alias} />
          <AllEvents />
        </>
      )
    case 'userFull':
      return (
        <>
          <LinkButton to="/$lang/my-events" params={{ lang }} variant="primary">
            <Trans>Go to My events</Trans>
          </LinkButton>
          <BackToEvent alias={alias} isMain={false} />
        </>
      )
    case 'closed':
    case 'notFound':
      return <AllEvents isMain />
    case 'suspended':
      return (
        <>
          <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary">
            <Trans>Go to your account</Trans>
          </LinkButton>
          <ContactUs />
        </>
      )
  }
}

function BackToEvent({ alias, isMain = true }: { alias: string; isMain?: boolean }) {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/event/$alias" params={{ lang, alias }} variant={isMain ? 'primary' : 'secondary'}>
      <Trans>Back to the event</Trans>
    </LinkButton>
  )
}

function AllEvents({ isMain = false }: { isMain?: boolean }) {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/reward-list" params={{ lang }} hash="events" variant={isMain ? 'primary' : 'secondary'}>
      <Trans>See all events</Trans>
    </LinkButton>
  )
}

function ContactUs() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/contact-us" params={{ lang }}>
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}

/** What happened, and what to do about it. */
interface RefusalMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

/** The contract's reasons (specification section 4), of which the last three are this club's own. */
const refusalMessages: Record<Refusal, RefusalMessages> = {
  eventFull: {
    title: msg`This event is full`,
    advice: msg`There aren’t enough places left, and you can’t join a waiting list. Try fewer places, or check back later: other members may cancel.`,
  },
  userFull: {
    title: msg`You can’t have that many places`,
    advice: msg`There’s a limit for each member. My events shows the places that you have or are waiting for.`,
  },
  comingSoon: {
    title: msg`Registration isn’t open to you yet`,
    advice: msg`The event’s page says when registration opens. All times are Hong Kong time.`,
  },
  closed: {
    title: msg`Registration has closed`,
    advice: msg`Registration has closed. All times are Hong Kong time. Have a look at our other events.`,
  },
  notFound: {
    title: msg`This event isn’t available`,
    advice: msg`We no longer offer it. Have a look at our other events.`,
  },
  suspended: {
    title: msg`Your membership is suspended`,
    advice: msg`Until we lift the suspension, you can’t register for events. Your account says why.`,
  },
}
