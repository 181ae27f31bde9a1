import { Hono } from 'hono'
import { answerToShare } from '#contract/scan/share.ts'
import { ticketPath } from '#contract/scan/ticket.ts'
import type { Site } from './network/bindings.ts'

/** How much of a share is read, to be thrown away, in bytes. */
const maxShareBytes = 128 * 1024 * 1024
/** How many shares are read at a time. Hardly anybody shares before the worker is there. */
const maxShares = 8

/** Reads a body and forgets it. False if it is larger than `maxShareBytes`: the rest is not read. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxShareBytes) return false
  }
  return true
}

/**
 * Answers files that are shared with the app before its worker is there to take them (sw/shares.ts). They are tickets,
 * and the server keeps none: it sends the browser to the page that asks to share them again. The body is read, because
 * browsers show no answer before it is sent; that of another site's page is not, nor more than some at a time.
 */
export function shares(): Site {
  const site: Site = new Hono()
  let reading = 0
  site.post(ticketPath, async (c) => {
    // A phone's share sheet belongs to no site.
    if (c.req.header('sec-fetch-site') === 'cross-site') return c.text('Forbidden', 403)
    if (reading >= maxShares) return c.redirect(answerToShare('not_ready'), 303)
    reading += 1
    const announced = Number(c.req.header('content-length') ?? 0)
    // A client that leaves early causes no error.
    const isRead = announced <= maxShareBytes && (await drain(c.req.raw.body).catch(() => false))
    reading -= 1
    return c.redirect(answerToShare(isRead ? 'not_ready' : 'too_large'), 303)
  })
  return site
}
