import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import type { Config } from '#server/config.ts'
import { appFiles } from '#server/http/files/appFiles.ts'
import { readBuiltFiles } from '#server/http/files/builtFiles.ts'
import { staffFiles } from '#server/http/files/staffFiles.ts'
import type { RenderPage } from '#contract/document.ts'
import type { Log } from '#server/http/log.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { createPublicCache } from '#server/http/publicCache.ts'
import { pagePolicy, staffPolicy } from '#server/http/securityHeaders.ts'
import { openServerPages } from '#server/pages/rendering.ts'
import { loadPages } from '#server/render/builtPages.ts'
import { staffCardPage, staffCardScript, staffPage } from '#server/render/buildStaff.ts'
import { completePages } from '#server/render/completePages.ts'
import { loadParts, loadRenderer } from '#server/render/renderer.ts'
import { readPublicPageData } from '#server/services/publicPageData.ts'
import { StartError } from '#server/startError.ts'
import { findPublicVersion } from '#server/store/publicVersion.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Resources } from './resources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** How many pages with their data are kept, of some 100 kB each. */
const maxCachedPages = 100
const buildFolder = join(root, 'dist')

/** The app as a site. */
interface OpenedApp {
  app: Site
  /** Connects hot reload to the listening servers. Returns what disconnects it. */
  attach: (servers: readonly Server[]) => () => Promise<void>
}

/** @throws StartError when there is no build to serve */
export function requireBuild(): void {
  if (!existsSync(join(buildFolder, 'index.html')))
    throw new StartError('The app is not built yet: use npm start, which builds it.')
}

/** The app as it was built. */
export async function openBuiltApp(db: ConnectionPool, config: Config, log: Log): Promise<OpenedApp> {
  await openServerPages()
  const pages = await loadPages(buildFolder, config)
  const renderBuilt = await loadRenderer(buildFolder)
  const renderPage: RenderPage = async (page) => pages.adapt(await renderBuilt(page))
  const complete = completePages({
    renderPage,
    parts: await loadParts(buildFolder),
    readData: (page) => readPublicPageData(db, page, config),
    cache: createPublicCache({
      readVersion: () => findPublicVersion(db),
      seconds: config.cacheSeconds,
      maxEntries: maxCachedPages,
    }),
    origin: config.origin,
    log,
  })
  const built = await readBuiltFiles(buildFolder)
  const staff = staffFiles({
    built,
    names: { page: staffPage, card: staffCardPage, cardScript: staffCardScript },
    pagePolicy: staffPolicy(config),
    origin: config.origin,
  })
  const members = appFiles({ built, pages, policyOf: (inline) => pagePolicy(config, inline), complete })
  const app: Site = new Hono()
  app.route('/', staff).route('/', members)
  return { app, attach: () => () => Promise.resolve() }
}

/** The app's sources, with hot reload. */
export async function openDevelopmentApp(config: Config, resources: Resources): Promise<OpenedApp> {
  const { createDevApp } = await import('#server/http/devApp.ts')
  const { app, attach, close } = await createDevApp(root, config)
  resources.add(close)
  return { app, attach }
}
