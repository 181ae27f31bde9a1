import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { runAsClient } from '#server/gate/client.ts'
import { limiters } from '#server/gate/limiters.ts'
import { bearerTokenOf } from './bearerToken.ts'
import type { Bindings } from './network/bindings.ts'
import { clientNetwork } from './network/clientAddress.ts'

/** So much of a body arrives without being read; then it is there in so many milliseconds. */
const smallBody = { bytes: 16 * 1024, milliseconds: 15_000 }

/** A body of no declared length is no file: it has to arrive like a small one. */
const isSmall = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0) <= smallBody.bytes

/**
 * Waits until a small body is there, unread: whoever sends slowly holds no permit meanwhile, and is given up in the
 * end. Larger ones are files, whose progress is watched where they are received.
 */
async function bodyArrives(incoming: IncomingMessage): Promise<void> {
  if (!isSmall(incoming)) return
  const started = performance.now()
  // Most are there at the first look; who waits for long is looked at seldom.
  while (!incoming.complete && !incoming.destroyed) {
    const waited = performance.now() - started
    if (waited > smallBody.milliseconds) incoming.destroy()
    await delay(Math.min(1 + waited / 4, 500))
  }
}

/**
 * Lets a request in when it has a permit, before its body is read. All that it does then counts as its client’s. A
 * client that goes away leaves the queues.
 *
 * @param trustProxy how many proxies are in front
 */
export function limitConcurrency(trustProxy: number): MiddlewareHandler<Bindings> {
  return async (c, next) => {
    // Without a network, there is neither.
    const { incoming, outgoing }: Bindings['Bindings'] = c.env ?? {}
    const ended = new AbortController()
    outgoing?.once('close', () => outgoing.writableFinished || ended.abort())
    const network = incoming ? clientNetwork(incoming, trustProxy) : ''
    if (incoming) await bodyArrives(incoming)
    return runAsClient({ network, token: bearerTokenOf(c), ended: ended.signal }, () => limiters.requests.run(next))
  }
}
