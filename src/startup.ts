import { rememberedMember, watchMemberChange } from './auth/member.ts'
import { recoverLostChunks } from './serviceWorker/chunkRecovery.ts'
import { registerWorker } from './serviceWorker/registration.ts'
import { watchForUse } from './ui/belowTheFold.ts'

/** Starts what has to run before any other part of the app is loaded. */
export function startBeforeApp(): void {
  recoverLostChunks()
}

/**
 * Starts the service worker, the sending of waiting scans, the upkeep of the stored membership card, and
 * what belongs to the installation. Called after the page is mounted, because nothing visible waits for them.
 *
 * @param session settles when the stored session is reconciled
 */
export function startAfterMount(session: Promise<unknown>): void {
  // Not in development: the worker would answer with outdated code.
  if (import.meta.env.PROD) void registerWorker()
  watchForUse()
  startSending(session).catch(reportUnavailable)
  startCardOnceSignedIn()
  import('./features/install/startInstall.ts').then(({ startInstall }) => startInstall()).catch(reportUnavailable)
}

/** Without a network, before the worker has cached the app, parts of it cannot be loaded. The next start tries again. */
function reportUnavailable(error: unknown): void {
  console.warn('A part of the app could not be started.', error)
}

/** Visitors need none of the card's code. */
function startCardOnceSignedIn(): void {
  const stopWatching = watchMemberChange(start)
  function start(memberId: string | null) {
    if (memberId === null) return
    stopWatching()
    startCard().catch(reportUnavailable)
  }
  start(rememberedMember()?.id ?? null)
}

async function startCard(): Promise<void> {
  const { keepStoredCard } = await import('./features/card/storedCard.ts')
  keepStoredCard()
}

async function startSending(session: Promise<unknown>): Promise<void> {
  // By plain HTTP from another machine, browsers have no locks, and nobody can be signed in.
  if (!isSecureContext) return
  const { startScheduler, sendNow } = await import('./sync/scheduler.ts')
  startScheduler()
  await session
  await sendNow()
}
