import * as v from 'valibot'
import { MemberProfile } from '#contract/member/member.ts'
import { createListeners } from '#src/platform/listeners.ts'

/**
 * The session as stored in localStorage, so that the installed app is still signed in when it is opened again and every
 * tab sees the same. Reads never throw; a value that does not fit its schema counts as absent.
 */

/** The club token. The specification names this key. */
const tokenKey = 'jwt-token'
const profileKey = 'club-bravo.profile'
/** When the token should be renewed. */
export const renewalTimeKey = 'club-bravo.token-renewal'
/** When the server last answered with the stored profile. */
export const profileTimeKey = 'club-bravo.profile-time'
/** The membership card (features/card/storedCard.ts): private, so it ends with the session. */
export const storedCardKey = 'club-bravo.card'
/** Set while the server refuses the member, whose membership is no longer valid. */
const invalidMembershipKey = 'club-bravo.invalid-membership'
const reauthenticateKey = 'club-bravo.ask-password'
/** Prefix of oidc-client-ts's own keys: the states of pending sign-ins. */
export const providerPrefix = 'club-bravo.oidc.'

const watchedKeys = new Set([tokenKey, profileKey, storedCardKey, invalidMembershipKey])
const listeners = createListeners()

/** Calls `listener` when the stored session changes, here or in another tab. Returns an unsubscribe function. */
export function watchStoredSession(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || watchedKeys.has(key)) listener()
  }
  const remove = listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    remove()
    removeEventListener('storage', onStorage)
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The club token, or null if nobody is signed in. */
export function storedToken(): string | null {
  return read(tokenKey) || null
}

/**
 * Reads the JSON under a key: null where it is absent or does not fit its schema.
 *
 * @returns a function that returns the same object until the text changes
 */
export function storedValue<T>(key: string, schema: v.GenericSchema<unknown, T>): () => T | null {
  const Text = v.pipe(v.string(), v.parseJson(), schema)
  let last: { text: string; value: T | null } | undefined
  return () => {
    const text = read(key)
    if (text === null) return null
    if (last?.text !== text) {
      const parsed = v.safeParse(Text, text)
      last = { text, value: parsed.success ? parsed.output : null }
    }
    return last.value
  }
}

/** The copy of the profile; the same object until it changes. */
export const storedProfile = storedValue(profileKey, MemberProfile)

/** A time under a key, in milliseconds since 1970, or null. */
export function storedTime(key: typeof renewalTimeKey | typeof profileTimeKey): number | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.nonEmpty(), v.toNumber()), read(key))
  return parsed.success ? parsed.output : null
}

/** Stores a session. Throws if storage is full or forbidden. */
export function storeSession(session: { token: string; renewAt: number | null; profile: MemberProfile }): void {
  // If the rest cannot be stored, one member's token or card must not stand beside another's profile.
  if (storedProfile()?.id !== session.profile.id)
    for (const key of [tokenKey, storedCardKey]) localStorage.removeItem(key)
  writeProfile(session.profile)
  if (session.renewAt === null) localStorage.removeItem(renewalTimeKey)
  else localStorage.setItem(renewalTimeKey, String(session.renewAt))
  localStorage.setItem(tokenKey, session.token)
  localStorage.removeItem(reauthenticateKey)
  listeners.notify()
}

function writeProfile(profile: MemberProfile): void {
  localStorage.removeItem(invalidMembershipKey)
  localStorage.setItem(profileKey, JSON.stringify(profile))
  localStorage.setItem(profileTimeKey, String(Date.now()))
}

/** Replaces the token with a newer one of the same member. If storage fails, the old one stays. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token)
  } catch {
    return
  }
  listeners.notify()
}

/** Stores the signed-in member's card. Throws if storage is full or forbidden. */
export function storeCard(text: string): void {
  localStorage.setItem(storedCardKey, text)
  listeners.notify()
}

/** Records that the server refuses the signed-in member, until it answers with the profile again. */
export function markMembershipInvalid(): void {
  try {
    localStorage.setItem(invalidMembershipKey, 'yes')
  } catch {
    return
  }
  listeners.notify()
}

/** Whether the server has said that the signed-in member's membership is no longer valid. */
export function isMembershipInvalid(): boolean {
  return read(invalidMembershipKey) !== null
}

/** Updates the copy of the profile, unless that member is no longer signed in. */
export function storeProfile(profile: MemberProfile): void {
  if (storedProfile()?.id !== profile.id) return
  try {
    writeProfile(profile)
  } catch {
    // The old copy stays; the screen shows the answer itself.
  }
  listeners.notify()
}

/**
 * Deletes the session: token, profile copy, login flags, pending sign-ins and this tab's sessionStorage. The next
 * sign-in asks for the password, because the provider may have missed the sign-out and would sign the next person in as
 * this member.
 */
export function clearStoredSession(): void {
  try {
    const pendingSignIns = Object.keys(localStorage).filter((key) => key.startsWith(providerPrefix))
    const own = [tokenKey, profileKey, profileTimeKey, storedCardKey, renewalTimeKey, invalidMembershipKey]
    const keys = [...own, ...pendingSignIns]
    for (const key of keys) localStorage.removeItem(key)
    sessionStorage.clear()
    localStorage.setItem(reauthenticateKey, 'yes')
  } catch {
    // Storage that cannot be written holds no session either.
  }
  listeners.notify()
}

/** Whether the next sign-in must ask for the password. */
export function mustReauthenticate(): boolean {
  return read(reauthenticateKey) !== null
}
