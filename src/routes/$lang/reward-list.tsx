import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRememberedMember } from '#src/auth/member.ts'
import { blockWithCode } from '#src/query/contentBlocks.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { EventCard } from '#src/features/events/EventCard.tsx'
import { RewardListPage } from '#src/features/rewards/RewardListPage.tsx'
import { readRewardSearch } from '#src/features/rewards/search.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'

export const Route = createFileRoute('/$lang/reward-list')({
  validateSearch: readRewardSearch,
  component: RewardList,
})

function RewardList() {
  const lang = useLanguage()
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const member = useRememberedMember()
  const [now] = useState(() => Date.now())
  const { data: contents } = useQuery(contentQueries.staticContents())
  const placeholder = blockWithCode(contents?.placeholders, 'reward-search')
  return (
    <RewardListPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      points={member?.points ?? null}
      miles={blockWithCode(contents?.asia_miles_messages, 'intro')}
      placeholder={placeholder ? localized(placeholder.name, lang) : ''}
      renderEvent={(event) => <EventCard event={event} tier={member?.tier ?? null} now={now} />}
    />
  )
}
