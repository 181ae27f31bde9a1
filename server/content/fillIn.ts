import { defaultMiles } from '#contract/content.ts'
import { inEachLanguage, languages, type Language } from '#contract/language.ts'
import { reopenDays } from '#contract/member/closure.ts'
import { resetMinutes } from '#contract/member/password.ts'
import { tierTable } from '#contract/member/tiers.ts'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { milesOf, minimumOf } from '#contract/spending/miles.ts'
import type { VoucherValidity } from '#contract/spending/voucherValidity.ts'
import { formatFigure } from '#server/domain/figures.ts'
import { goldSpendGoals } from '#server/domain/ticketSpend.ts'
import { noticeDays } from '#server/domain/tiers.ts'
import type { StoredContents, StoredEntry } from '#server/store/contents.ts'
import type { StoredTexts } from '#server/store/tables.ts'
import { readValidity } from '#server/domain/vouchers.ts'
import { entriesOf } from './entries.ts'

/** What the club's configuration says that contents name. */
export interface ContentFacts {
  /** What a Red membership costs, in Hong Kong dollars. */
  redFee: number
  /** Days after a performance within which its tickets can be claimed. */
  claimWindowDays: number
  /** Months after which points expire; null when they never do. */
  pointsExpiryMonths: number | null
}

/** What editors write between braces, and the club fills in: `HK${fee}`, `{claimDays} days`. */
const clubFigures = [
  'fee',
  'claimDays',
  'expiryMonths',
  'welcomePoints',
  'welcomeMiles',
  'redBonus',
  'goldBonus',
  'goldSpend30Days',
  'goldSpend12Months',
  'rate',
  'minimum',
  'minimumMiles',
  'firstNoticeDays',
  'lastNoticeDays',
  'reopenDays',
  'resetMinutes',
] as const

/** The placeholders of a group's texts, without their braces. `{lang}` is filled in by the app. */
export function placeholdersOf(group: string): readonly string[] {
  return ['lang', ...clubFigures, ...(group === 'rewards' ? rewardFigures : [])]
}

function figuresOf(
  contents: StoredContents,
  { redFee, claimWindowDays, pointsExpiryMonths }: ContentFacts,
): Record<(typeof clubFigures)[number], number> {
  const miles = entriesOf(contents, 'miles_config')[0]?.fields ?? defaultMiles()
  const minimum = minimumOf(miles)
  const [firstNoticeDays, lastNoticeDays] = noticeDays
  return {
    fee: redFee,
    claimDays: claimWindowDays,
    expiryMonths: pointsExpiryMonths ?? 0,
    welcomePoints,
    welcomeMiles: milesOf(welcomePoints, miles),
    redBonus: tierTable.Red.upgradeBonus.points,
    goldBonus: tierTable.Gold.upgradeBonus.points,
    goldSpend30Days: goldSpendGoals['30_days'],
    goldSpend12Months: goldSpendGoals['12_months'],
    rate: miles.rate,
    minimum,
    minimumMiles: milesOf(minimum, miles),
    firstNoticeDays,
    lastNoticeDays,
    reopenDays,
    resetMinutes,
  }
}

/** Whether an entry holds for the club as it is configured. */
export function isShown({ fields }: StoredEntry, { pointsExpiryMonths }: ContentFacts): boolean {
  const condition = fields['shown_if']
  if (condition === 'points_stay') return pointsExpiryMonths === null
  return condition !== 'points_expire' || pointsExpiryMonths !== null
}

const fillText = (words: string, figures: Record<string, string>) =>
  Object.entries(figures).reduce((text, [name, figure]) => text.replaceAll(`{${name}}`, figure), words)

/**
 * Puts the club's configuration into every text, and leaves out what does not hold under it, so that no text
 * contradicts what the club does.
 */
export function fillIn(contents: StoredContents, facts: ContentFacts): StoredContents {
  const club = Object.fromEntries(
    Object.entries(figuresOf(contents, facts)).map(([name, figure]) => [name, formatFigure(figure)]),
  )
  const filled = ({ group, fields, texts }: StoredEntry): StoredTexts => {
    const figures = inEachLanguage((language) =>
      group === 'rewards' ? { ...club, ...figuresOfReward(fields, language) } : club,
    )
    const fillAll = (text: StoredTexts[string]) =>
      Object.fromEntries(
        languages.flatMap((lang) => (text[lang] === undefined ? [] : [[lang, fillText(text[lang], figures[lang])]])),
      )
    return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, fillAll(text)]))
  }
  const shown = contents.entries.filter((entry) => isShown(entry, facts))
  return { ...contents, entries: shown.map((entry) => ({ ...entry, texts: filled(entry) })) }
}

/** What a reward's texts name of its own fields, between braces: `kept for {validity}`, `{points} points`. */
const rewardFigures = ['points', 'validity'] as const

/** A length of time as a sentence says it: `60 days`, `12 months`. */
const lengths: Record<Language, (unit: VoucherValidity['unit'], count: number) => string> = {
  en: (unit, count) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`,
  tc: (unit, count) => `${count} ${unit === 'days' ? '天' : '個月'}`,
  sc: (unit, count) => `${count} ${unit === 'days' ? '天' : '个月'}`,
}

/** What stands in a reward's texts for its own placeholders. */
function figuresOfReward(
  { points, voucher_validity }: Record<string, unknown>,
  language: Language,
): Record<(typeof rewardFigures)[number], string> {
  const { unit, count } = readValidity(typeof voucher_validity === 'string' ? voucher_validity : null)
  return { points: formatFigure(Number(points)), validity: lengths[language](unit, count) }
}
