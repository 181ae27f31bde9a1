import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { appFiles } from '#server/http/files/appFiles.ts'
import { readBuiltFiles } from '#server/http/files/builtFiles.ts'
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
}

/** The document as it is without the app: one button, no script but the worker's registration, no style. */
function withoutApp(html: string): string {
  return html
    .replace(/<script type="module"[^>]*><\/script>/, '<script type="module" src="/register.js"></script>')
    .replace(/<link rel="stylesheet"[^>]*>/, '')
    .replace('<div id="root"></div>', '<main><button type="button">The count is 0</button></main>')
}

/** Serves the bare app's document without the app, with the same worker: what a browser needs for any page. */
export async function openStaticSite(): Promise<BareSite> {
  return serveBuild(async (folder) => {
    const file = join(folder, 'index.html')
    await writeFile(file, withoutApp(await readFile(file, 'utf8')))
    await writeFile(
      join(folder, 'register.js'),
      "addEventListener('load', () => navigator.serviceWorker.register('/sw.js'))",
    )
  })
}

/**
 * Builds and serves `bareApp/`: React, one page and a worker that precaches it, as their templates make them. It is the
 * anchor of the benchmarks of the app's start, so it is served by the product's own code for files, compressed alike.
 */
export async function openBareSite(): Promise<BareSite> {
  return serveBuild()
}

/** @param edit changes the built files before they are compressed and served */
async function serveBuild(edit?: (folder: string) => Promise<void>): Promise<BareSite> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-app-'))
  await buildBareApp(folder)
  await edit?.(folder)
  await compressFiles(folder)
  const [html, worker] = await Promise.all(['index.html', 'sw.js'].map((name) => readFile(join(folder, name), 'utf8')))
  const files = appFiles({
    built: await readBuiltFiles(folder),
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
