import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Config } from '#server/config.ts'
import { defaultLanguage } from '#contract/language.ts'
import { isAppPath, wantsPage } from './files/appFiles.ts'
import { buildServerPages } from '#server/pages/buildServerPages.ts'
import { openServerPages } from '#server/pages/rendering.ts'
import { staffPage } from '#server/render/buildStaff.ts'
import { withPageConfig } from '#server/render/pageConfig.ts'
import { rendererOf } from '#server/render/renderer.ts'
import type { Site } from './network/bindings.ts'

interface DevApp {
  app: Site
  /** Connects hot reload to the listening servers. Returns what closes its connections. */
  attach: (servers: readonly Server[]) => () => Promise<void>
  close: () => Promise<void>
}

/** The document without a page, whose app starts at once and brings its own style. */
const sources = {
  entry: '/src/start/main.tsx',
  modules: [],
  sheets: [],
  style: '',
  laterStyle: '',
  script: '',
  fonts: [],
}

/** The app's sources with hot reload. Only this module loads Vite's server. */
export async function createDevApp(root: string, config: Config): Promise<DevApp> {
  const { createServer } = await import('vite')
  const { createServer: createHttpServer } = await import('node:http')
  // Vite gets hot reload's upgrades from a server that never listens; the listening servers forward them to it.
  const upgrades = createHttpServer()
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: upgrades }, allowedHosts: [new URL(config.origin).hostname] },
  })

  // The server's own pages, as a build has them: like the rest of the server, they change with its next start.
  const pages = join(root, 'node_modules/.cache/club-bravo/serverPages')
  await buildServerPages(root, pages)
  await openServerPages(pages)

  const app: Site = new Hono()
  app.get('/assets/*', serveStatic({ root: pages }))
  app.get('*', async (c, next) => {
    if (!isAppPath(c.req.path) || !wantsPage(c.req.raw.headers)) return next()
    const renderPage = rendererOf(await vite.ssrLoadModule('/src/start/renderPage.tsx'))
    const page = await renderPage({ lang: defaultLanguage, parts: sources, path: null })
    return c.html(withPageConfig(await vite.transformIndexHtml(c.req.path, page), config))
  })
  app.on('GET', ['/staff', '/staff/*'], async (c) => {
    const page = await readFile(join(root, staffPage), 'utf8')
    return c.html(await vite.transformIndexHtml(c.req.path, page))
  })
  app.all('*', (c) => {
    const { incoming, outgoing } = c.env
    return new Promise<Response>((resolve, reject) => {
      outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT))
      vite.middlewares(incoming, outgoing, (error: unknown) => {
        if (error instanceof Error) reject(error)
        else resolve(c.text('Not found', 404))
      })
    })
  })
  return {
    app,
    attach(servers) {
      const sockets = new Set<Duplex>()
      for (const server of servers) {
        server.on('upgrade', (request, socket, head) => {
          sockets.add(socket)
          socket.once('close', () => sockets.delete(socket))
          upgrades.emit('upgrade', request, socket, head)
        })
      }
      return () => {
        for (const socket of sockets) socket.destroy()
        return Promise.resolve()
      }
    },
    close: () => vite.close(),
  }
}
