import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { securityHeaders } from '#server/http/securityHeaders.ts'
import { listenLocally } from '#tests/support/ports.ts'

/** A local site with two pages, `/ours.html` and `/theirs.html`: see decoderPages/subject.ts. */
export interface DecoderSite {
  origin: string
  close: () => Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

/**
 * Builds and serves the pages. Ours has the product's security headers; html5-qrcode, which does not work under them,
 * has none.
 *
 * @param photos a folder that is served as `/photos/`, or null
 */
export async function openDecoderSite(photos: string | null): Promise<DecoderSite> {
  const pages = await mkdtemp(join(tmpdir(), 'decoder-pages-'))
  await buildPages(pages)
  const server = createServer((request, response) => void answer(request, response, pages, photos))
  const origin = `http://127.0.0.1:${await listenLocally(server)}`
  return { origin, close: () => close(server, pages) }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pages: string,
  photos: string | null,
): Promise<void> {
  const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const path = normalize(pathname)
  const isPhoto = photos !== null && path.startsWith('/photos/')
  const file = isPhoto ? join(photos, path.slice('/photos/'.length)) : join(pages, path)
  try {
    const content = await readFile(file)
    const guards =
      path === '/theirs.html'
        ? {}
        : securityHeaders({ origin, identity: { kind: 'built-in' }, payment: null }, { dev: false })
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...guards })
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
}

async function buildPages(folder: string): Promise<void> {
  const root = fileURLToPath(new URL('decoderPages/', import.meta.url))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: { input: [join(root, 'ours.html'), join(root, 'theirs.html')] },
    },
  })
}

async function close(server: Server, pages: string): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  await rm(pages, { recursive: true, force: true })
}
