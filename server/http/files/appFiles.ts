import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { languagePattern } from '#contract/language.ts'
import { isKnownPage, pageFileOf } from '#contract/pages.ts'
import { ticketPath } from '#contract/scan/ticket.ts'
import type { Site } from '../network/bindings.ts'
import { bodyOf, type BuiltFiles } from './builtFiles.ts'
import type { BuiltPage, BuiltPages } from '#server/render/builtPages.ts'
import type { InlineHashes } from '#server/render/inlineHashes.ts'
import { limiters } from '#server/gate/limiters.ts'
import type { Effort } from './encodings.ts'
import { immutable, publicText, respondWithPublicBody } from './publicBody.ts'

const revalidated = 'no-cache'

/**
 * Browsers start another process for a page that is isolated from the window that opened it (`securityHeaders`), only
 * once its headers have come: on a slow phone a quarter of the time to its first paint. An opener reads nothing of the
 * app's pages, which have no frames either. It could replace them, and sees by the isolated sign-in whether it was
 * asked for. All pages have one policy: where it changes, also by a reload, the browser takes another process, and
 * forgets the state of the history.
 */
const sharedWithOpener = { 'Cross-Origin-Opener-Policy': 'unsafe-none' }

/** Who asks for something else at a page's address finds nothing, and no cache may tell it to who asks for the page. */
const notAPage = { 'Cache-Control': 'no-store', Vary: 'Accept, Sec-Fetch-Dest' }

/** The picture in every mail: a reader of mails in a browser is another site, and `/mailbox` shows mails as one. */
const mailPicture = '/icon-192.png'

const noPage: BuiltPage = { text: '', inline: { styles: [], scripts: [] } }

/** The app's addresses. Its router decides about everything below a language. */
const appPath = new RegExp(`^/(?:$|login$|${ticketPath.slice(1)}/?$|(?:${languagePattern})(?:/|$))`)

/** Whether a request accepts a page: a browser's navigation, or a client that does not say what it accepts. */
export function wantsPage(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*'
  const destination = headers.get('sec-fetch-dest') ?? 'document'
  return destination === 'document' && (accept.includes('text/html') || accept.includes('*/*'))
}

/** Whether an address belongs to the app's router. */
export function isAppPath(path: string): boolean {
  return appPath.test(path)
}

/** Whether a browser navigates: outside of the app, too, it gets the app's "not found" page, with status 404. */
function isNavigation(headers: Headers): boolean {
  return wantsPage(headers) && (headers.get('accept') ?? '').includes('text/html')
}

/** In bytes. Smaller bodies take less than a millisecond. */
const largeBody = 256 * 1024

/** Sends a file of the build; null when there is none. */
async function sendFile(c: Context, files: BuiltFiles, cacheControl: string): Promise<Response | null> {
  const request = c.req.raw.headers
  const file = files.get(c.req.path)
  const body = file && bodyOf(file, request)
  if (!body) return null
  if (body.bytes.length > largeBody) await limiters.largeFiles.run(nextTurn)
  return respondWithPublicBody(request, body, {
    'Content-Type': file.type,
    'Cache-Control': cacheControl,
    ...(c.req.path === mailPicture && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  })
}

interface SentText {
  text: string
  headers: Record<string, string>
  effort: Effort
  status?: 200 | 404
}

/** Sends a text that was adapted to this configuration, compressed on first request. */
async function sendText(c: Context, { text, headers, effort, status = 200 }: SentText): Promise<Response> {
  const request = c.req.raw.headers
  const sent = { 'Cache-Control': revalidated, ...headers }
  return respondWithPublicBody(request, await publicText(request, text, effort), sent, status)
}

interface AppFiles {
  built: BuiltFiles
  pages: Pick<BuiltPages, 'files' | 'worker'>
  /** The Content-Security-Policy of a page with these inline styles and scripts. */
  policyOf: (inline: InlineHashes) => string
  /** Completes the page of an address (`completePages`). */
  complete: (path: string, search: URLSearchParams, page: string) => Promise<string>
}

/**
 * The built app: immutable hashed assets, everything else to be revalidated, and a page for every address of the app.
 * Files that were compressed at build time (`.br`, `.gz`) are sent to clients that accept them.
 */
export function appFiles({ built, pages: { files: pages, worker }, policyOf, complete }: AppFiles): Site {
  const files: Site = new Hono()
  const pageOf = (path: string) => pages.get(pageFileOf(path)) ?? noPage
  const sendPage = (c: Context, { text, inline }: BuiltPage, effort: Effort, status: 200 | 404 = 200) => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(inline),
      ...sharedWithOpener,
    }
    return sendText(c, { text, headers, effort, status })
  }

  files.get('/assets/*', async (c) => (await sendFile(c, built, immutable)) ?? c.text('Not found', 404))
  files.get('/sw.js', (c) =>
    sendText(c, { text: worker, headers: { 'Content-Type': 'text/javascript; charset=utf-8' }, effort: 'page' }),
  )
  files.get('*', async (c) => {
    const { path } = c.req
    const { headers } = c.req.raw
    const file = pages.get(path)
    if (file !== undefined) return sendPage(c, file, 'page')
    if (isAppPath(path)) {
      if (!wantsPage(headers)) return c.text('Not found', 404, notAPage)
      const { text, inline } = pageOf(path)
      if (!isKnownPage(path)) return sendPage(c, { text, inline }, 'page', 404)
      // What completes a page brings no inline script or style.
      const completed = await complete(path, new URL(c.req.url).searchParams, text)
      return sendPage(c, { text: completed, inline }, completed === text ? 'page' : 'document')
    }
    const sent = await sendFile(c, built, revalidated)
    return sent ?? (isNavigation(headers) ? sendPage(c, pageOf(path), 'page', 404) : c.text('Not found', 404))
  })
  return files
}
