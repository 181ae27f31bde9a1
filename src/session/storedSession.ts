import * as v from 'valibot'
import { MemberProfile } from '#contract/member/member.ts'
import { createListeners } from '#src/platform/listeners.ts'
import { cardKey, invalidMembershipKey, lastVisitKey, profileKey, tokenKey } from '#src/storage/names.ts'

/**
 * The session as stored in localStorage, so that the installed app is still signed in when it is opened again and every
 * tab sees the same. Reads never throw; a value that does not fit its schema counts as absent.
 */

/** When the token should be renewed. */
export const renewalTimeKey = 'club-bravo.token-renewal'
/** When the server last answered with the stored profile. */
export const profileTimeKey = 'club-bravo.profile-time'
/** What the club has still to end, where the record has no room for it (`revocations.ts`). */
const revocationsKey = 'club-bravo.sign-out-owed'
/** Prefix of oidc-client-ts's own keys: the states of pending sign-ins. */
export const providerPrefix = 'club-bravo.oidc.'

const watchedKeys = new Set<string>([tokenKey, profileKey, cardKey, invalidMembershipKey])
const listeners = createListeners()

/** Calls `listener` when the stored session changes, here or in another tab. Returns an unsubscribe function. */
export function watchStoredSession(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || watchedKeys.has(key)) listener()
  }
  // In a browser's page cache, a page hears of nothing.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  const remove = listeners.add(listener)
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onShow)
  return () => {
    remove()
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onShow)
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
    for (const key of [tokenKey, cardKey, lastVisitKey]) localStorage.removeItem(key)
  writeProfile(session.profile)
  if (session.renewAt === null) localStorage.removeItem(renewalTimeKey)
  else localStorage.setItem(renewalTimeKey, String(session.renewAt))
  localStorage.setItem(tokenKey, session.token)
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
  localStorage.setItem(cardKey, text)
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
 * Deletes the session: token, profile copy and card, and with them pending sign-ins and this tab's sessionStorage.
 * Where nobody is signed in, a sign-in that has begun goes on. Watchers are told by `announceSession`.
 *
 * @returns the token
 */
export function clearStoredSession(): string | null {
  const token = storedToken()
  try {
    const isPending = (key: string) => token !== null && key.startsWith(providerPrefix)
    const own = [tokenKey, profileKey, profileTimeKey, cardKey, renewalTimeKey, invalidMembershipKey, lastVisitKey]
    for (const key of [...own, ...Object.keys(localStorage).filter(isPending)]) localStorage.removeItem(key)
    if (token !== null) sessionStorage.clear()
  } catch {
    // Storage that cannot be written holds no session either.
  }
  return token
}

/** Tells watchers of this page that the session has changed. */
export function announceSession(): void {
  listeners.notify()
}

/** An item that is damaged takes no other with it. */
const StoredRevocations = v.pipe(
  v.array(v.unknown()),
  v.transform((items) => items.filter((item) => typeof item === 'string')),
)
const readStoredRevocations = storedValue(revocationsKey, StoredRevocations)

/** The hashes of tokens whose sign-ins the club has still to end. */
export function storedRevocations(): readonly string[] {
  return readStoredRevocations() ?? []
}

/** Adds to them. */
export function storeRevocations(hashes: readonly string[]): void {
  writeRevocations([...new Set([...storedRevocations(), ...hashes])])
}

/** The club has ended these. */
export function forgetStoredRevocations(hashes: readonly string[]): void {
  if (storedRevocations().length > 0) writeRevocations(storedRevocations().filter((hash) => !hashes.includes(hash)))
}

function writeRevocations(hashes: readonly string[]): void {
  try {
    if (hashes.length === 0) localStorage.removeItem(revocationsKey)
    else localStorage.setItem(revocationsKey, JSON.stringify(hashes))
  } catch {
    // The provider asks for the password all the same, and the sign-in ends by itself.
  }
}
