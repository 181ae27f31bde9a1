import { redirect } from '@tanstack/react-router'
import type { Language } from '#contract/language.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import { rememberedMember } from '#src/session/member.ts'

/** The page about miles, which everybody may read, as the router takes it. It replaces the one for members. */
export function aboutMiles(lang: Language) {
  return { to: '/$lang/reward-detail/$alias', params: { lang, alias: milesAlias }, replace: true } as const
}

/** For `asiamiles`: visitors are not asked to sign in, but told about miles first (specification section 2). */
export function guardConversion({ params }: { params: { lang: Language } }): void {
  if (rememberedMember() === null) throw redirect(aboutMiles(params.lang))
}
