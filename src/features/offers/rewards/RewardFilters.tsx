import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { startTransition, useOptimistic } from 'react'
import { tiersWith } from '#contract/member/tiers.ts'
import type { RewardCategory } from '#contract/spending/rewards.ts'
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
import { categoryOf, type RewardSection } from './sections.ts'
import { allRewards, type SectionCode } from '#contract/spending/sectionCodes.ts'
import { isFiltered, readRewardSearch, type RewardSearch } from './search.ts'
import styles from './RewardFilters.module.css'

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
        className={styles['words']}
      />
      {/* The browser's own, which opens before the app has started. */}
      <details className={styles['more']} open={chosen.tier !== undefined || chosen.affordable !== undefined}>
        <summary className={buttonClass('secondary', styles['summary'])}>
          <Icon name="filter" />
          <span className={styles['word']}>
            <Trans>Filters</Trans>
          </span>
        </summary>
        <div className={styles['fields']}>
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
              className={styles['points']}
            />
          )}
        </div>
      </details>
      {/* Near the field: a phone's keyboard hides the list. Not before somebody searches: nobody wants to be told, and
          the browser's first formatter costs a slow phone a tenth of a second. */}
      <output className={styles['count']}>
        {count !== null && <Plural value={count} one="Showing # result" other="Showing # results" />}
      </output>
      {isFiltered(search) && (
        <Button variant="quiet" onClick={() => replace({})} className={styles['all']}>
          <Trans>Show everything</Trans>
        </Button>
      )}
    </SearchForm>
  )
}
