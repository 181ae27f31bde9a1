import type { Language } from '#contract/language.ts'
import type { VoucherValidity } from '#contract/spending/voucherValidity.ts'
import { formatFigure } from '#server/domain/figures.ts'
import { readValidity } from '#server/domain/vouchers.ts'

/** What a reward's texts name of its own fields, between braces: `kept for {validity}`, `{points} points`. */
export const rewardFigures = ['points', 'validity'] as const

/** A length of time as a sentence says it: `60 days`, `12 months`. */
const lengths: Record<Language, (unit: VoucherValidity['unit'], count: number) => string> = {
  en: (unit, count) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`,
  tc: (unit, count) => `${count} ${unit === 'days' ? '天' : '個月'}`,
  sc: (unit, count) => `${count} ${unit === 'days' ? '天' : '个月'}`,
}

/** What stands in a reward's texts for its own placeholders. */
export function figuresOfReward(
  { points, voucher_validity }: Record<string, unknown>,
  language: Language,
): Record<(typeof rewardFigures)[number], string> {
  const { unit, count } = readValidity(typeof voucher_validity === 'string' ? voucher_validity : null)
  return { points: formatFigure(Number(points)), validity: lengths[language](unit, count) }
}
