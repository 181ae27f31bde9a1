import { redirect } from '@tanstack/react-router'
import { rememberedMember } from '#src/auth/member.ts'
import { storedProfile } from '#src/auth/storedSession.ts'
import type { Language } from '#contract/language.ts'

interface Visit {
  params: { lang: Language }
}

/** Where the signed-in member's registration stands; null for a guest. */
function ownType() {
  return rememberedMember() && (storedProfile()?.is_submitted_profile ?? null)
}

/** The pages on which members complete their registration, by the way to join that they have chosen. */
function ownPage() {
  const type = ownType()
  if (type === 'default') return '/$lang/registration'
  return type === 'free' ? '/$lang/registration-free' : null
}

/** For the account: leads a member who has not joined to the end to the matching page. */
export function requireSubmitted({ params }: Visit): void {
  const to = ownPage()
  if (to !== null) throw redirect({ to, params, replace: true })
}

/** For the form of a way to join: leads a guest to the beginning, and a member who has joined to the account. */
export function requireOpenRegistration({ params }: Visit): void {
  if (rememberedMember() === null) throw redirect({ to: '/$lang/registration', params, replace: true })
  if (ownType() === 'submitted') throw redirect({ to: '/$lang/member-detail', params, replace: true })
}

/** For the beginning: leads a member to the form that they have chosen, unless they want to choose again. */
export function requireChoice({ params, search }: Visit & { search: { step?: string } }): void {
  // Without WebCrypto nobody can have an account here: signing in says why.
  if (!isSecureContext) throw redirect({ to: '/login', state: { loginIntent: 'join' }, replace: true })
  const type = ownType()
  const isChoosing = type === 'default' || (type !== 'submitted' && search.step !== undefined)
  if (type === null || isChoosing) return
  throw redirect({ to: ownPage() ?? '/$lang/member-detail', params, replace: true })
}

/** The step of a form in the address. */
export function readStep({ step }: { step?: unknown }): { step?: string } {
  return typeof step === 'string' ? { step } : {}
}
