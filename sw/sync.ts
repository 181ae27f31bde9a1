import { type Client, createClient } from '#src/api/client.ts'
import { readWhileClosed, showOnIcon } from '#src/outbox/whileClosed.ts'
import { countUnsent, isOwnedBefore, needsSending } from '#src/outbox/entry.ts'
import { createSender, type SendOutcome } from '#src/outbox/sender.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { createRevoker } from '#src/session/revocations.ts'
import { readCredentials } from '#src/session/record.ts'
import { type ApiConfig, defaultApiConfig, readApiConfig } from './apiConfig.ts'
import { shellPage } from './caching.ts'
import { announceAdded } from './notification.ts'
import { precache } from './precache.ts'

/**
 * Tells the club of the sign-outs that it has not heard of, and sends the scans that wait on this device with the
 * member's current token. Windows are notified through the outbox's channel; where there is none, icon and notification
 * tell of it.
 *
 * @throws if something remains that a later run may send: the browser then fires `sync` again
 */
export async function sendWhatWaits(): Promise<void> {
  const client = createClient({
    origin: self.location.origin,
    ...(await apiConfig()),
    readToken: async () => (await readCredentials())?.token ?? null,
  })
  const revoking = createRevoker(client)()
  try {
    await sendScans(client)
  } finally {
    await revoking
  }
  if (!(await revoking)) throw new Error('The club has not heard of a sign-out.')
}

async function sendScans(client: Client): Promise<void> {
  const outbox = createOutbox()
  const send = () => createSender({ outbox, client, readCredentials, stuckScans: 'daily' }).send()
  requireNothingLeft(await sendAndTell(outbox, send))
}

async function sendAndTell(outbox: Outbox, send: () => Promise<SendOutcome>): Promise<SendOutcome> {
  const memberId = (await readCredentials().catch(() => null))?.memberId
  if (memberId === undefined) return await send()
  const waiting = await waitingIds(outbox, memberId)
  const outcome = await send()
  // Only tells what has been recorded: a failure here changes nothing about the scans.
  await tell(outbox, memberId, waiting).catch(() => undefined)
  return outcome
}

async function waitingIds(outbox: Outbox, memberId: string): Promise<ReadonlySet<string>> {
  const unsent = await outbox.unsent(memberId).catch(() => [])
  return new Set(unsent.filter(needsSending).map(({ id }) => id))
}

async function tell(outbox: Outbox, memberId: string, waiting: ReadonlySet<string>): Promise<void> {
  // Who has signed out meanwhile: the icon and the notifications are the next one's.
  if ((await readCredentials())?.memberId !== memberId) return
  // Elsewhere there is no icon, and a Chromium without a desktop ends a worker that asks for one.
  if ((await readWhileClosed()).isInstalled) await showOnIcon(countUnsent(await outbox.unsent(memberId)).total)
  const sent = await Promise.all([...waiting].map((id) => outbox.get(memberId, id)))
  const added = sent.flatMap((entry) =>
    entry?.state === 'credited' && !isOwnedBefore(entry) ? (entry.ticket ?? []) : [],
  )
  const points = added.reduce((sum, ticket) => sum + ticket.points, 0)
  if (points > 0) await announceAdded(points)
}

/** Browsers fire a failed `sync` again within the hour, or never. In milliseconds. */
const syncRetryMs = 60 * 60_000

function requireNothingLeft(outcome: SendOutcome): void {
  switch (outcome.kind) {
    case 'idle':
      // A stuck scan rests for a day.
      if (outcome.waitMs !== null && outcome.waitMs < syncRetryMs) throw new Error('Some scans wait for a later try.')
      return
    case 'paused':
      // Signing in sends them, and registers `sync` again.
      return
    case 'busy':
      throw new Error('A window is sending the scans.')
    case 'failed':
      throw new Error('The scans on this device could not be read.')
  }
}

/** From the configuration in the precached page. */
async function apiConfig(): Promise<ApiConfig> {
  const response = await precache.matchPrecache(shellPage)
  return response ? readApiConfig(await response.text()) : defaultApiConfig
}
