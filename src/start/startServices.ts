import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { startInstall } from '#src/features/install/startInstall.ts'
import { registerWorker } from '#src/serviceWorker/registration.ts'
import { finishClosings, forgetOthers, watchClosedElsewhere } from '#src/outbox/page/leaving.ts'
import { sendNow, startScheduler } from '#src/outbox/page/scheduler.ts'
import { reportUnavailable } from './reportUnavailable.ts'

/**
 * Starts the service worker, the sending of waiting scans, the upkeep of the stored membership card, and what belongs
 * to the installation. Loaded after the page is mounted, because nothing visible waits for it.
 *
 * @param session settles when the stored session is reconciled
 */
export function startServices(session: Promise<unknown>): void {
  // Not in development: the worker would answer with outdated code.
  if (import.meta.env.PROD) void registerWorker()
  startCardOnceSignedIn()
  startInstall()
  startSending(session).catch(reportUnavailable)
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
  const { keepStoredCard } = await import('#src/features/card/storedCard.ts')
  keepStoredCard()
}

async function startSending(session: Promise<unknown>): Promise<void> {
  // By plain HTTP from another machine, browsers have no locks, and nobody can be signed in.
  if (!isSecureContext) return
  startScheduler()
  await session
  forgetOthers()
  watchClosedElsewhere()
  await finishClosings()
  await sendNow()
}
