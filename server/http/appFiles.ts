import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Config } from '#server/config.ts'
import { withPageConfig, withPageRevision } from './pageConfig.ts'

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
 * The built app: hashed assets for good, everything else to be revalidated; the page for every address of the app.
 * What was compressed beside a file at build time (`.br`, `.gz`) is sent to whoever takes it.
 *
 * @param folder the build, `dist`
 */
export function appFiles(folder: string, config: Pick<Config, 'product' | 'identity' | 'origin'>): Site {
  const files: Site = new Hono()
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const asBuilt = serveStatic({ root: folder, precompressed: true })
  const page = serveStatic({ root: folder, path: 'index.html', precompressed: true })

  async function sendPage(c: Context, status: 200 | 404 = 200) {
    const built = await read('index.html')
    const text = withPageConfig(built, config)
    c.status(status)
    c.header('Cache-Control', revalidated)
    if (text === built && status === 200) return (await page(c, nowhere)) ?? c.notFound()
    return c.html(text)
  }

  files.get('/assets/*', async (c) => {
    const sent = await asBuilt(c, nowhere)
    if (!sent) return c.text('Not found', 404)
    sent.headers.set('Cache-Control', immutable)
    return sent
  })
  files.use(etag())
  files.get('/index.html', (c) => sendPage(c))
  files.get('/sw.js', async (c) => {
    const [worker, built] = await Promise.all([read('sw.js'), read('index.html')])
    const text = withPageRevision(worker, built, config)
    c.header('Cache-Control', revalidated)
    return text === worker
      ? ((await asBuilt(c, nowhere)) ?? c.notFound())
      : c.body(text, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })
  files.get('*', async (c) => {
    const { headers } = c.req.raw
    if (isAppPath(c.req.path)) return wantsPage(headers) ? sendPage(c) : c.text('Not found', 404)
    const isHidden = c.req.path.includes('/.')
    const sent = isHidden ? undefined : await asBuilt(c, nowhere)
    if (!sent) return isLostNavigation(headers) ? sendPage(c, 404) : c.text('Not found', 404)
    sent.headers.set('Cache-Control', revalidated)
    return sent
  })
  return files
}
