import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { answerToShare } from '#contract/scan/share.ts'
import { ticketPath } from '#contract/scan/ticket.ts'

/** How much of a share is read, to be thrown away, in bytes. */
const maxShareBytes = 128 * 1024 * 1024

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
 * browsers show no answer before it is sent.
 */
export function shares(): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>()
  site.post(ticketPath, async (c) => {
    const announced = Number(c.req.header('content-length') ?? 0)
    // A client that leaves early causes no error.
    const isRead = announced <= maxShareBytes && (await drain(c.req.raw.body).catch(() => false))
    if (!isRead) c.header('Connection', 'close')
    return c.redirect(answerToShare(isRead ? 'not_ready' : 'too_large'), 303)
  })
  return site
}
