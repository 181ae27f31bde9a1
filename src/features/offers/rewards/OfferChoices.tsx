import { Trans, useLingui } from '@lingui/react/macro'
import { milesAlias, type RewardCategory } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ChoiceLink, ChoiceLinks } from '#src/ui/actions/ChoiceLinks.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import type { RewardSearch } from './search.ts'
import { allRewards } from '#contract/spending/sectionCodes.ts'
import { categoryOf, type RewardSection } from './sections.ts'

interface OfferChoicesProps {
  search: RewardSearch
  sections: readonly RewardSection[]
  categories: readonly RewardCategory[]
}

const inPlace = { replace: true, resetScroll: false } as const

/** The switch between everything, rewards, events and miles. */
export function OfferSwitch({ search, isMember }: Pick<OfferChoicesProps, 'search'> & { isMember: boolean }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const list = { to: '/$lang/reward-list', params: { lang }, ...inPlace } as const
  const { category, ...others } = search
  return (
    <ChoiceLinks label={t({ message: 'Show', context: 'what a list holds' })} shape="switch">
      <li>
        <ChoiceLink {...list} search={others} isChosen={category === undefined}>
          <Trans>All</Trans>
        </ChoiceLink>
      </li>
      <li>
        <ChoiceLink
          {...list}
          search={{ ...others, category: allRewards }}
          isChosen={category !== undefined && category !== 'events'}
        >
          <Trans>Rewards</Trans>
        </ChoiceLink>
      </li>
      <li>
        <ChoiceLink {...list} search={{ ...others, category: 'events' }} isChosen={category === 'events'}>
          <Trans>Events</Trans>
        </ChoiceLink>
      </li>
      <li>
        {isMember ? (
          <ChoiceLink to="/$lang/asiamiles" params={{ lang }} isChosen={false}>
            <Trans>Miles</Trans>
          </ChoiceLink>
        ) : (
          <ChoiceLink to="/$lang/reward-detail/$alias" params={{ lang, alias: milesAlias }} isChosen={false}>
            <Trans>Miles</Trans>
          </ChoiceLink>
        )}
      </li>
    </ChoiceLinks>
  )
}

/** The categories of the rewards that are on offer. */
export function CategoryChips({ search, sections, categories }: OfferChoicesProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  if (search.category === 'events') return null
  const codes = sections.map(({ code }) => code).filter((code) => code !== 'events')
  return (
    <ChoiceLinks label={t`Categories`} shape="chips">
      {codes.map((code) => {
        const category = categoryOf(code, categories)
        return (
          <li key={code}>
            <ChoiceLink
              to="/$lang/reward-list"
              params={{ lang }}
              {...inPlace}
              search={{ ...search, category: code }}
              isChosen={search.category === code}
            >
              {category ? <LocalText text={category.name} /> : <Trans>Rewards</Trans>}
            </ChoiceLink>
          </li>
        )
      })}
    </ChoiceLinks>
  )
}
