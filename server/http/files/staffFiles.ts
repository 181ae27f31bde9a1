import { type Context, Hono } from 'hono'
import type { Site } from '../network/bindings.ts'
import { bodyOf, type BuiltFiles } from './builtFiles.ts'
import { respondWithPublicBody } from './publicBody.ts'

interface StaffFiles {
  built: BuiltFiles
  /** The addresses below the build of the page, the frame for PDFs, and the frame's script. */
  names: { page: string; card: string; cardScript: string }
  /** The Content-Security-Policy of the page. */
  pagePolicy: string
  /** The club's public origin. */
  origin: string
}

/**
 * The frame draws a stranger's PDF: it has an origin of its own, reaches nothing, and nobody else frames it. Its origin
 * is not this one, so that this one is named, and its script says that it may be read there.
 */
const cardPolicy = (origin: string) =>
  [
    "default-src 'none'",
    `script-src ${origin} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src blob: data:',
    'font-src data:',
    `frame-ancestors ${origin}`,
    'sandbox allow-scripts',
  ].join('; ')

/** The pages of staff: one document at every address below `/staff`. */
export function staffFiles({ built, names, pagePolicy, origin }: StaffFiles): Site {
  const files: Site = new Hono()
  const send = (c: Context, name: string, headers: Record<string, string>) => {
    const request = c.req.raw.headers
    const file = built.get(`/${name}`)
    const body = file && bodyOf(file, request)
    if (!body) return c.text('Not found', 404)
    return respondWithPublicBody(request, body, { 'Content-Type': file.type, 'Cache-Control': 'no-cache', ...headers })
  }
  const sendPage = (c: Context) =>
    // Not stored, so that going back after the sign-out shows nothing.
    send(c, names.page, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
      'X-Robots-Tag': 'noindex',
    })
  files.get('/staff', sendPage)
  files.get('/staff/*', sendPage)
  files.get(`/${names.card}`, (c) => send(c, names.card, { 'Content-Security-Policy': cardPolicy(origin) }))
  files.get(`/${names.cardScript}`, (c) =>
    send(c, names.cardScript, { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  )
  return files
}
