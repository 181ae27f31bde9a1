import { serveStatic } from '@hono/node-server/serve-static'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { pageFileOf } from '#contract/pages.ts'
import type { Pages } from './pages.ts'

type Site = Hono<{ Bindings: HttpBindings }>

const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'no-cache'

/** The app's own addresses: whatever stands below a language is for its router to know. */
const appPath = /^\/(?:$|login$|(?:en|tc|sc)(?:\/|$))/

/** `serveStatic` calls this where it has no file. */
const nowhere = () => Promise.resolve()

/** Whether a request wants a page: a browser's navigation, or a program that does not say what it wants. */
export function wantsPage(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*'
  const destination = headers.get('sec-fetch-dest') ?? 'document'
  return destination === 'document' && (accept.includes('text/html') || accept.includes('*/*'))
}

/** Whether the app answers an address, rather than a file or nobody. */
export function isAppPath(path: string): boolean {
  return appPath.test(path)
}

/** Whether a browser's navigation came to an unknown address: it gets the app's own "not found" page, as a 404. */
function isLostNavigation(headers: Headers): boolean {
  return wantsPage(headers) && (headers.get('accept') ?? '').includes('text/html')
}

/**
 * The built app: hashed assets for good, everything else to be revalidated; a page for every address of the app.
 * What was compressed beside a file at build time (`.br`, `.gz`) is sent to whoever takes it.
 *
 * @param folder the build, `dist`
 */
export function appFiles(folder: string, { files: pages, worker }: Pick<Pages, 'files' | 'worker'>): Site {
  const files: Site = new Hono()
  const asBuilt = serveStatic({ root: folder, precompressed: true })

  const sendPage = (c: Context, file: string, status: 200 | 404 = 200) =>
    pages.get(file)?.(c.req.raw.headers, status) ?? c.text('Not found', 404)

  files.get('/assets/*', async (c) => {
    const sent = await asBuilt(c, nowhere)
    if (!sent) return c.text('Not found', 404)
    sent.headers.set('Cache-Control', immutable)
    return sent
  })
  files.get('/sw.js', (c) => worker(c.req.raw.headers))
  files.get('*', async (c, next) => {
    const { path } = c.req
    if (pages.has(path)) return sendPage(c, path)
    if (!isAppPath(path)) return next()
    return wantsPage(c.req.raw.headers) ? sendPage(c, pageFileOf(path)) : c.text('Not found', 404)
  })
  files.use(etag())
  files.get('*', async (c) => {
    const isHidden = c.req.path.includes('/.')
    const sent = isHidden ? undefined : await asBuilt(c, nowhere)
    if (!sent) {
      return isLostNavigation(c.req.raw.headers) ? sendPage(c, pageFileOf(c.req.path), 404) : c.text('Not found', 404)
    }
    sent.headers.set('Cache-Control', revalidated)
    return sent
  })
  return files
}
