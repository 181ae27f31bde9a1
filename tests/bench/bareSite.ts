import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { appFiles } from '#server/http/files/appFiles.ts'
import { compressFiles } from '#server/http/files/compressFiles.ts'
import { listenLocally } from '#tests/support/ports.ts'

/** A site whose one page is `/`. */
export interface BareSite {
  origin: string
  close: () => Promise<void>
}

async function buildBareApp(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('bareApp/', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
    plugins: [
      react(),
      VitePWA({ injectRegister: false, manifest: { name: 'A bare React PWA', short_name: 'Bare', start_url: '/' } }),
    ],
  })
  await compressFiles(folder)
}

/**
 * Builds and serves `bareApp/`: React, one page and a worker that precaches it, as their templates make them. It is the anchor of the
 * benchmarks of the app's start, so it is served by the product's own code for files, compressed alike.
 */
export async function openBareSite(): Promise<BareSite> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-app-'))
  await buildBareApp(folder)
  const [html, worker] = await Promise.all(['index.html', 'sw.js'].map((name) => readFile(join(folder, name), 'utf8')))
  const files = appFiles({
    folder,
    pages: { files: new Map(), worker: worker ?? '' },
    policyOf: () => "default-src 'self'",
    complete: () => Promise.resolve(html ?? ''),
  })
  const listener = getRequestListener(files.fetch)
  const server = createServer((request, response) => void listener(request, response))
  const origin = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    origin,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
