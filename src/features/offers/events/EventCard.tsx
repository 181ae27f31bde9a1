import type { Tier } from '#contract/member/tiers.ts'
import type { EventSummary } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { DateText } from '#src/ui/content/DateText.tsx'
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

/** An event in a list: name, date, venue and registration status. */
export function EventCard({ event, tier, now }: EventCardProps) {
  const lang = useLanguage()
  const status = registrationStatusOf(event, tier, now)
  return (
    <LinkCard
      faded={status === 'public-expired'}
      picture={<Picture image={event.image} alt="" sizes="(width < 40rem) calc(100vw - 2rem), 24rem" ratio="card" />}
      labels={<RegistrationBadge status={status} />}
      link={
        <TextLink to="/$lang/event/$alias" params={{ lang, alias: event.alias }}>
          <LocalText text={event.name} />
        </TextLink>
      }
      description={<LocalText text={event.short_description} />}
      foot={
        <>
          {event.starts_at !== null && <DateText moment={event.starts_at} time />}
          <LocalText text={event.venue} />
        </>
      }
    />
  )
}
