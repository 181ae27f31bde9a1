import { matchPrecache } from 'workbox-precaching'
import { createClient } from '#src/api/client.ts'
import { createSender } from '#src/outbox/sender.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { readCredentials } from '#src/storage/storedCredentials.ts'
import { shellPage } from './caching.ts'
import { defaultProduct, readProduct } from './product.ts'

/**
 * Sends the scans that wait on this device with the member's current token. Windows are notified through the outbox's channel.
 *
 * @throws if scans remain that a later run may send: the browser then fires `sync` again
 */
export async function sendScans(): Promise<void> {
  const outbox = createOutbox()
  const client = createClient({
    origin: self.location.origin,
    product: await configuredProduct(),
    readToken: async () => (await readCredentials())?.token ?? null,
  })
  const outcome = await createSender({ outbox, client, readCredentials }).send()
  switch (outcome.kind) {
    case 'idle':
      if (outcome.nextAttemptAt !== null) throw new Error('Some scans wait for a later try.')
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

/** The product slug, from the configuration in the precached page. */
async function configuredProduct(): Promise<string> {
  const response = await matchPrecache(shellPage)
  return response ? readProduct(await response.text()) : defaultProduct
}
