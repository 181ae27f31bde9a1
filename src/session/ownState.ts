import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'
import { rememberedMember } from './member.ts'

/**
 * For the `beforeLoad` of a result page: the navigation state that it shows, which the browser may have kept since an
 * earlier version, and which is only for the member whose it is. Leads home without it.
 */
export function requireOwnState<State extends { memberId: string }>(
  schema: v.GenericSchema<unknown, State>,
  state: unknown,
  params: { lang: Language },
): State {
  const parsed = v.safeParse(schema, state)
  if (parsed.success && parsed.output.memberId === rememberedMember()?.id) return parsed.output
  throw redirect({ to: '/$lang', params, replace: true })
}
