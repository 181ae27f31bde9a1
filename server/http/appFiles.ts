import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Config } from '#server/config.ts'
import { builtFile } from './builtFile.ts'
import { withPageConfig, withPageRevision } from './pageConfig.ts'
import { answerPublic, publicText } from './publicBody.ts'

type Site = Hono<{ Bindings: HttpBindings }>

const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'no-cache'

/** The app's own addresses: whatever stands below a language is for its router to know. */
const appPath = /^\/(?:$|login$|(?:en|tc|sc)(?:\/|$))/

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

type ShownConfig = Pick<Config, 'product' | 'identity' | 'origin'>

/** A file as it was built, or null. */
async function sendFile(c: Context, folder: string, path: string, cacheControl: string): Promise<Response | null> {
  const request = c.req.raw.headers
  const file = await builtFile(folder, path, request)
  if (!file) return null
  return answerPublic(request, file.body, { 'Content-Type': file.type, 'Cache-Control': cacheControl })
}

/** A text of the build, changed for this configuration: compressed while the asker waits, where it did change. */
async function sendText(
  c: Context,
  { text, type, status = 200 }: { text: string; type: string; status?: 200 | 404 },
): Promise<Response> {
  const request = c.req.raw.headers
  const headers = { 'Content-Type': type, 'Cache-Control': revalidated }
  return answerPublic(request, await publicText(request, text), headers, status)
}

/**
 * The built app: hashed assets for good, everything else to be revalidated; the page for every address of the app.
 * What was compressed beside a file at build time (`.br`, `.gz`) is sent to whoever takes it.
 *
 * @param folder the build, `dist`
 */
export function appFiles(folder: string, config: ShownConfig): Site {
  const files: Site = new Hono()
  const read = (name: string) => readFile(join(folder, name), 'utf8')

  async function sendPage(c: Context, status: 200 | 404 = 200): Promise<Response> {
    const built = await read('index.html')
    const text = withPageConfig(built, config)
    const asBuilt = text === built && status === 200 ? await sendFile(c, folder, '/index.html', revalidated) : null
    return asBuilt ?? sendText(c, { text, type: 'text/html; charset=utf-8', status })
  }

  async function sendWorker(c: Context): Promise<Response> {
    const [worker, built] = await Promise.all([read('sw.js'), read('index.html')])
    const text = withPageRevision(worker, built, config)
    const asBuilt = text === worker ? await sendFile(c, folder, '/sw.js', revalidated) : null
    return asBuilt ?? sendText(c, { text, type: 'text/javascript; charset=utf-8' })
  }

  files.get('/assets/*', async (c) => (await sendFile(c, folder, c.req.path, immutable)) ?? c.text('Not found', 404))
  files.get('/index.html', (c) => sendPage(c))
  files.get('/sw.js', sendWorker)
  files.get('*', async (c) => {
    const { headers } = c.req.raw
    if (isAppPath(c.req.path)) return wantsPage(headers) ? sendPage(c) : c.text('Not found', 404)
    const sent = await sendFile(c, folder, c.req.path, revalidated)
    return sent ?? (isLostNavigation(headers) ? sendPage(c, 404) : c.text('Not found', 404))
  })
  return files
}
