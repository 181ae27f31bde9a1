import { useSyncExternalStore } from 'react'
import { plainClient } from '#src/session/plainClient.ts'
import { readOwnCredentials } from '#src/session/sessionLifecycle.ts'
import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { renewSession } from '#src/session/renewal.ts'
import { watchStoredSession } from '#src/session/storedSession.ts'
import { keyedCalls } from '#src/outbox/keyedCalls.ts'
import { createSender } from '#src/outbox/sender.ts'
import { readCredentials } from '#src/session/record.ts'
import { keepRevoking } from './leaving.ts'
import { forgetReceivedTickets, keepVisitorsTickets } from './receivedTickets.ts'
import { scanOutbox, watchScans } from './scanOutbox.ts'
import { openSending, type SendingPause } from './sending.ts'
import { createTokenRecovery } from './tokenRecovery.ts'
import { keepPageFacts, keepWaitingOnIcon, wakeWorker } from './closedApp.ts'

const sending = openSending({
  sender: createSender({
    outbox: scanOutbox,
    client: plainClient,
    endpoints: keyedCalls,
    readCredentials: readOwnCredentials,
  }),
  recovery: createTokenRecovery({ renew: renewSession }),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
  events: watchTriggers,
})

/** Sends the scans and calls of this device now. See `Sending`. */
export const { sendNow, pause: sendingPause } = sending

/** Why sending waits for the member to sign in, or null while it does not. */
export function useSendingPause(): SendingPause | null {
  return useSyncExternalStore(sending.watchPause, sending.pause, () => null)
}

/**
 * Sends now, and on every trigger that may help: the network returns, the page becomes visible, a scan changes in any
 * tab or in the worker, a member signs in. `navigator.onLine` is ignored: the real call is the probe. If the browser
 * has Background Sync, it is asked to wake the worker as well.
 *
 * @returns stops it
 */
export function startScheduler(): () => void {
  const stops = [
    sending.start(),
    scanOutbox.subscribe(() => void requestWorkerSync()),
    watchReceivedTickets(),
    keepWaitingOnIcon(),
    keepPageFacts(),
    keepRevoking(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Forgets what came for a member who has left. A visitor's tickets become scans, and files stay after the sign-in. */
function watchReceivedTickets(): () => void {
  let owner = rememberedMember()?.id ?? null
  void keepVisitorsTickets()
  return watchMemberChange((memberId) => {
    if (owner !== null) void forgetReceivedTickets()
    owner = memberId
  })
}

function watchTriggers(send: () => void): () => void {
  const events = new AbortController()
  addEventListener('online', send, { signal: events.signal })
  const stops = [watchScans(send), watchStoredSession(send)]
  return () => {
    events.abort()
    for (const stop of stops) stop()
  }
}

/** The worker goes on where this page ends. */
async function requestWorkerSync(): Promise<void> {
  try {
    const credentials = await readCredentials()
    if (credentials === null || (await scanOutbox.unsent(credentials.memberId)).length === 0) return
    await wakeWorker()
  } catch {
    return
  }
}
