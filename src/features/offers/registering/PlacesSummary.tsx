import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EventSummary } from '#contract/spending/events.ts'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'

interface PlacesSummaryProps {
  /** null: the club no longer has the event. */
  event: EventSummary | null
  quantity: number
  /** Without the name where it stands above. */
  unnamed?: boolean
  /** Further facts, below the others. */
  more?: readonly { term: string; value: ReactNode }[]
}

/** Which event, when, where, and how many places. */
export function PlacesSummary({ event, quantity, unnamed = false, more }: PlacesSummaryProps) {
  const { t } = useLingui()
  const startsAt = event?.starts_at ?? null
  const rows = [
    ...(event === null || unnamed ? [] : [{ term: t`Event`, value: <LocalText text={event.name} /> }]),
    ...(startsAt === null ? [] : [{ term: t`When`, value: <EventTime moment={startsAt} /> }]),
    ...(event === null ? [] : [{ term: t`Where`, value: <LocalText text={event.venue} /> }]),
    { term: t`Places`, value: quantity },
    ...(more ?? []),
  ]
  return <DefinitionList rows={rows} />
}
