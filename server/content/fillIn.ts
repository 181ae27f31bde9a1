import { defaultMiles } from '#contract/content.ts'
import { tierTable } from '#contract/member/tiers.ts'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { milesOf } from '#contract/spending/miles.ts'
import { formatFigure } from '#server/domain/figures.ts'
import type { StoredContents, StoredEntry } from '#server/store/contents.ts'
import type { StoredTexts } from '#server/store/tables.ts'
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

/** What stands where editors write a placeholder: `HK${fee}`, `{claimDays} days`. */
function figuresOf(
  contents: StoredContents,
  { redFee, claimWindowDays, pointsExpiryMonths }: ContentFacts,
): Record<string, number> {
  const miles = entriesOf(contents, 'miles_config')[0]?.fields ?? defaultMiles()
  return {
    '{fee}': redFee,
    '{claimDays}': claimWindowDays,
    '{expiryMonths}': pointsExpiryMonths ?? 0,
    '{welcomePoints}': welcomePoints,
    '{welcomeMiles}': milesOf(welcomePoints, miles),
    '{redBonus}': tierTable.Red.upgradeBonus.points,
    '{goldBonus}': tierTable.Gold.upgradeBonus.points,
  }
}

/** Whether an entry holds for the club as it is configured. */
function isShown({ fields }: StoredEntry, { pointsExpiryMonths }: ContentFacts): boolean {
  const condition = fields['shown_if']
  if (condition === 'points_stay') return pointsExpiryMonths === null
  return condition !== 'points_expire' || pointsExpiryMonths !== null
}

/**
 * Puts the club's configuration into every text, and leaves out what does not hold under it, so that no text
 * contradicts what the club does.
 */
export function fillIn(contents: StoredContents, facts: ContentFacts): StoredContents {
  const figures = Object.entries(figuresOf(contents, facts)).map(
    ([name, figure]) => [name, formatFigure(figure)] as const,
  )
  const fillText = (words: string) => figures.reduce((text, [name, figure]) => text.replaceAll(name, figure), words)
  const filled = (texts: StoredTexts): StoredTexts =>
    Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [
        field,
        Object.fromEntries(Object.entries(text).map(([lang, words]) => [lang, fillText(words)])),
      ]),
    )
  const shown = contents.entries.filter((entry) => isShown(entry, facts))
  return { ...contents, entries: shown.map((entry) => ({ ...entry, texts: filled(entry.texts) })) }
}
