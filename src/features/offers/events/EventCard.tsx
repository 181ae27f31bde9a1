import type { Tier } from '#contract/member/tiers.ts'
import type { EventSummary } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { DateLeaf } from '#src/ui/content/DateLeaf.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { LinkCard } from '#src/ui/actions/LinkCard.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { RegistrationBadge } from './RegistrationBadge.tsx'
import { registrationStatusOf } from '#contract/spending/registrationStatus.ts'

interface EventCardProps {
  event: EventSummary
  /** The member's; null for a visitor. */
  tier: Tier | null
  /** Milliseconds since 1970. */
  now: number
}

/** An event in a list: its day, name, venue and registration status. */
export function EventCard({ event, tier, now }: EventCardProps) {
  const lang = useLanguage()
  const status = registrationStatusOf(event, tier, now)
  return (
    <LinkCard
      compact="row"
      faded={status === 'public-expired'}
      picture={<Picture image={event.image} alt="" sizes="(width < 48rem) 6rem, 24rem" ratio="card" />}
      day={event.starts_at !== null && <DateLeaf moment={event.starts_at} />}
      labels={<RegistrationBadge event={event} status={status} />}
      link={
        <TextLink to="/$lang/event/$alias" params={{ lang, alias: event.alias }}>
          <LocalText text={event.name} />
        </TextLink>
      }
      description={<LocalText text={event.short_description} />}
      foot={
        <>
          {event.starts_at !== null && <EventTime moment={event.starts_at} short />}
          <LocalText text={event.venue} />
        </>
      }
    />
  )
}
