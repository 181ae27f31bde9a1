import type { Page } from 'playwright-core'
import { fillDisk } from '#tests/support/fullDisk.ts'
import type { TestBed } from './testBed.ts'

/**
 * Around the change of what is stored of a sign-in: the sender's record in IndexedDB, then the page's session in
 * localStorage; at a sign-out the page's first.
 */
export const killMoments = ['before both', 'between both', 'after both'] as const
export type KillMoment = (typeof killMoments)[number]

/**
 * What happens to a phone while its sign-in changes.
 *
 * - full disk: its databases take no more, until the page has come to rest.
 * - full disk, killed: the same, and the browser is killed and opened again before there is space.
 * - evicted: the browser has just thrown its databases away.
 * - killed …: the browser is killed at this moment of the change, and loses what it has not written of localStorage.
 */
export const signInFaults = [
  'full disk',
  'full disk, killed',
  'evicted',
  ...killMoments.map((moment) => `killed ${moment}` as const),
] as const
export type SignInFault = (typeof signInFaults)[number]

export function killMomentOf(fault: SignInFault): KillMoment | null {
  return killMoments.find((moment) => fault === `killed ${moment}`) ?? null
}

/** Lets a fault begin that needs no kill. Resolves to what ends it. */
export async function beginFault(page: Page, { origin }: TestBed, fault: SignInFault): Promise<() => Promise<void>> {
  if (fault.startsWith('full disk')) return await fillDisk(page, origin)
  if (fault === 'evicted') {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    await devtools.detach()
  }
  return () => Promise.resolve()
}

const killPath = '/club-bravo-killed-here'

/**
 * Kills the browser when its page, or one that it opens later, reaches this moment. The page waits for a synchronous
 * call to the proxy, so that nothing happens in between. `ends`: whether the change signs the member out.
 */
export async function killAt(
  page: Page,
  { proxy }: TestBed,
  { moment, ends, kill }: { moment: KillMoment; ends: boolean; kill: () => Promise<void> },
): Promise<{ killed: Promise<void>; stop: () => void }> {
  const killed = Promise.withResolvers<void>()
  const stop = proxy.watch({ path: killPath }, async (stage) => {
    if (stage !== 'arrived') return
    await kill()
    killed.resolve()
  })
  const trap = { moment, ends, killPath }
  await page.addInitScript(setTrap, trap)
  await page.evaluate(setTrap, trap)
  return { killed: killed.promise, stop }
}

/** Runs in the page, before its scripts. */
function setTrap({ moment, ends, killPath: path }: { moment: KillMoment; ends: boolean; killPath: string }): void {
  const die = () => {
    const call = new XMLHttpRequest()
    call.open('GET', path, false)
    call.send()
  }
  const watch = (prototype: object, name: string, before: KillMoment, after: KillMoment | null) => {
    const original: unknown = Reflect.get(prototype, name)
    if (typeof original !== 'function') return
    Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]): unknown {
      const isMeant = this instanceof IDBObjectStore ? this.name === 'club-bravo-session' : given[0] === 'jwt-token'
      if (isMeant && moment === before) die()
      const result: unknown = Reflect.apply(original, this, given)
      if (isMeant && moment === after) {
        if (this instanceof IDBObjectStore) this.transaction.addEventListener('complete', die)
        else die()
      }
      return result
    })
  }
  const [first, second] = ['before both', 'between both'] as const
  if (ends) {
    watch(Storage.prototype, 'removeItem', first, null)
    watch(IDBObjectStore.prototype, 'delete', second, 'after both')
  } else {
    for (const name of ['put', 'delete']) watch(IDBObjectStore.prototype, name, first, null)
    for (const name of ['setItem', 'removeItem'])
      watch(Storage.prototype, name, second, name === 'setItem' ? 'after both' : null)
  }
}
