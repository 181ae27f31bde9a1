import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { startTransition, useOptimistic } from 'react'
import { tiersWith } from '#contract/member/tiers.ts'
import { type RewardCategory, milesAlias } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { SearchForm } from '#src/ui/forms/SearchForm.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { useSearchText } from '#src/ui/forms/useSearchText.ts'
import { allRewards, type SectionCode } from '#contract/spending/sectionCodes.ts'
import { ChoiceLink, ChoiceLinks } from '#src/ui/actions/ChoiceLinks.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { categoryOf, type RewardSection } from './sections.ts'
import { isFiltered, readRewardSearch, type RewardSearch } from './search.ts'
import styles from './RewardListPage.module.css'

interface RewardFiltersProps {
  search: RewardSearch
  /** Resolves when the address has it. */
  onSearch: (search: RewardSearch) => Promise<void>
  sections: readonly RewardSection[]
  /** All of the club, also those with nothing on offer. */
  categories: readonly RewardCategory[]
  /** How many rewards and events the search finds; null before somebody has searched. */
  count: number | null
  /** Only members have points to compare. */
  isMember: boolean
  placeholder: string
}

/** Rewards are never limited to others. */
const offeredTiers = tiersWith('isOffered')

/** The filters of the list. They are in the address, so that a search can be shared. */
export function RewardFilters({
  search,
  onSearch,
  sections,
  categories,
  count,
  isMember,
  placeholder,
}: RewardFiltersProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  // A choice shows at once, however long a slow phone needs for the list.
  const [chosen, showChoice] = useOptimistic(search)
  const choose = (next: RewardSearch) =>
    startTransition(async () => {
      showChoice(next)
      await onSearch(next)
    })
  const set = (part: Record<string, string>) => choose(readRewardSearch({ ...chosen, ...part }))
  const [text, type, show] = useSearchText(search.q, (q) => set({ q }))
  const replace = (next: RewardSearch) => {
    show(next.q ?? '')
    choose(next)
  }
  const nameOf = (code: SectionCode | typeof allRewards) => {
    if (code === allRewards) return t`All rewards`
    const category = categoryOf(code, categories)
    return category === null ? t`Events` : localized(category.name, lang)
  }
  const offered = sections.map(({ code }) => code)
  // A link may name a category that has nothing on offer: the field says which.
  const { category: wanted } = chosen
  const isKnown = wanted === undefined || wanted === allRewards || offered.includes(wanted) || categories.length === 0
  // The switch above leads from a category to everything.
  const { category: _, ...others } = search
  const listed = [allRewards, ...(isKnown ? offered : [...offered, wanted])] as const
  return (
    <SearchForm
      label={t`Search and filter the rewards`}
      className={styles['filters']}
      onEarly={(fields) => replace(readRewardSearch({ ...chosen, ...fields }))}
    >
      <SearchField
        label={t`Search`}
        hideLabel
        value={text}
        placeholder={placeholder}
        onChange={type}
        className={styles['searchField']}
      />
      {/* The browser's own, which opens before the app has started. */}
      <details className={styles['moreFilters']} open={chosen.tier !== undefined || chosen.affordable !== undefined}>
        <summary className={buttonClass('secondary', styles['filtersButton'])}>
          <Icon name="filter" />
          <span className={styles['filtersWord']}>
            <Trans>Filters</Trans>
          </span>
        </summary>
        <div className={styles['filterFields']}>
          <SelectField
            label={t`Category`}
            name="category"
            value={chosen.category ?? ''}
            placeholder={t`All categories`}
            options={listed.map((code) => ({ value: code, label: nameOf(code) }))}
            onChange={(event) => set({ category: event.target.value })}
          />
          <SelectField
            label={t`Open to`}
            name="tier"
            value={chosen.tier ?? ''}
            placeholder={t`All tiers`}
            options={offeredTiers.map((tier) => ({ value: tier, label: i18n._(tierMessages[tier]) }))}
            onChange={(event) => set({ tier: event.target.value })}
          />
          {isMember && (
            <Checkbox
              label={t`I have enough points`}
              name="affordable"
              value="1"
              checked={chosen.affordable !== undefined}
              onChange={(event) => set({ affordable: event.target.checked ? '1' : '' })}
              className={styles['affordable']}
            />
          )}
        </div>
      </details>
      {/* Near the field: a phone's keyboard hides the list. Not before somebody searches: nobody wants to be told, and
          the browser's first formatter costs a slow phone a tenth of a second. */}
      <output className={styles['count']}>
        {count !== null && <Plural value={count} one="Showing # result" other="Showing # results" />}
      </output>
      {isFiltered(others) && (
        <Button variant="quiet" onClick={() => replace({})} className={styles['showAll']}>
          <Trans>Show everything</Trans>
        </Button>
      )}
    </SearchForm>
  )
}

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
