import * as v from 'valibot'
import { MemberProfile } from '#contract/member.ts'

/**
 * What this browser keeps of the sign-in, in localStorage so that the installed app is still signed in when it is
 * opened again, and so that every tab sees the same. Reading never throws; what does not fit its schema is not there.
 */

/** The club token; the key is the specification's. */
const tokenKey = 'jwt-token'
const profileKey = 'club-bravo.profile'
const renewalKey = 'club-bravo.token-renewal'
const askPasswordKey = 'club-bravo.ask-password'
/** Every key that begins so is oidc-client-ts's own: the states of sign-ins under way. */
export const providerPrefix = 'club-bravo.oidc.'

const listeners = new Set<() => void>()

/** Calls `listener` whenever the kept sign-in changes, here or in another tab. */
export function watchStoredSession(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === tokenKey || key === profileKey) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

function changed(): void {
  for (const listener of listeners) listener()
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The club token, or null where nobody is signed in. */
export function storedToken(): string | null {
  return read(tokenKey) || null
}

const ProfileText = v.pipe(v.string(), v.parseJson(), MemberProfile)
let lastProfile: { text: string; profile: MemberProfile | null } | undefined

/** The copy of the profile, the same object for as long as it does not change. */
export function storedProfile(): MemberProfile | null {
  const text = read(profileKey)
  if (text === null) return null
  if (lastProfile?.text !== text) {
    const parsed = v.safeParse(ProfileText, text)
    lastProfile = { text, profile: parsed.success ? parsed.output : null }
  }
  return lastProfile.profile
}

/** When the token should be renewed, in milliseconds since 1970; null where that is not known. */
export function storedRenewalTime(): number | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.nonEmpty(), v.toNumber()), read(renewalKey))
  return parsed.success ? parsed.output : null
}

/** Keeps who is signed in. Throws where the browser keeps nothing (storage full or forbidden). */
export function storeSession(signedIn: { token: string; renewAt: number; profile: MemberProfile }): void {
  localStorage.setItem(profileKey, JSON.stringify(signedIn.profile))
  localStorage.setItem(renewalKey, String(signedIn.renewAt))
  localStorage.setItem(tokenKey, signedIn.token)
  localStorage.removeItem(askPasswordKey)
  changed()
}

/** Takes over a newer token of the member who is signed in. Where storage forbids it, the one that lies here goes on. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token)
  } catch {
    return
  }
  changed()
}

/** Brings the copy of the profile up to date; does nothing where another member, or nobody, is signed in by now. */
export function storeProfile(profile: MemberProfile): void {
  if (storedProfile()?.id !== profile.id) return
  try {
    localStorage.setItem(profileKey, JSON.stringify(profile))
  } catch {
    // The copy stays as it was; what is on the screen comes from the answer itself.
  }
  changed()
}

/**
 * Forgets the sign-in: token, profile copy, login flags, sign-ins under way, and what this tab's session holds. The
 * next sign-in asks for the password, because the provider may not have heard of the sign-out and would let the next
 * person in as this one.
 */
export function clearStoredSession(): void {
  try {
    const journeys = Object.keys(localStorage).filter((key) => key.startsWith(providerPrefix))
    for (const key of [tokenKey, profileKey, renewalKey, ...journeys]) localStorage.removeItem(key)
    sessionStorage.clear()
    localStorage.setItem(askPasswordKey, 'yes')
  } catch {
    // Storage that cannot be written has kept nothing either.
  }
  changed()
}

/** Whether the next sign-in must ask for the password. */
export function mustReauthenticate(): boolean {
  return read(askPasswordKey) !== null
}
