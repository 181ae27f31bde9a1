import { isIPv4 } from 'node:net'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { databasePoolSize, limiters } from '#server/gate/limiters.ts'
import { type Certificate, localCertificate } from '#server/http/network/certificate.ts'
import { imageFiles } from '#server/http/files/imageFiles.ts'
import { lanAddresses } from '#server/http/network/lanAddresses.ts'
import { checkAddress, listen } from '#server/http/listen.ts'
import { answerHealthOf } from '#server/http/health.ts'
import { createListener } from '#server/http/listener.ts'
import type { Log } from '#server/http/log.ts'
import { securityHeaders } from '#server/http/securityHeaders.ts'
import { createSite } from '#server/http/site.ts'
import { openVariantCache, type VariantCache, variantFolder } from '#server/images/variantCache.ts'
import { startMaintenance } from '#server/maintenance/maintenance.ts'
import { openServerPages } from '#server/pages/rendering.ts'
import { type DemoSeason, seedDemo } from '#server/seed/seed.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { type ConnectionPool, createStore, type Store } from '#server/store/store.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { configurationWarnings } from './configurationWarnings.ts'
import { openBuiltApp, openDevelopmentApp, requireBuild } from './openApp.ts'
import { openBackend } from './openBackend.ts'
import { openMetrics } from './openMetrics.ts'
import { openCrawlers } from './openCrawlers.ts'
import { createResources, type Resources } from './resources.ts'
import { readVersion } from './version.ts'

interface StartOptions {
  config: Config
  log: Log
  /** Serves the app's sources with hot reload instead of the built app. */
  dev: boolean
  /** Renders all image variants now instead of on first request. */
  warm?: boolean
}

/** A running product. */
export interface RunningServer {
  /** The demo season; null when there is none. */
  season: DemoSeason | null
  /** The address of the mailbox; null when mails are sent by SMTP. */
  mailbox: string | null
  /** The address of the authority that a phone has to trust; null without a self-signed certificate. */
  authority: string | null
  /** Finishes work in progress and closes everything. */
  stop: () => Promise<void>
}

function certificateFor({ dataDir, origin, https }: Config): Promise<Certificate | null> {
  if (!https) return Promise.resolve(null)
  // IPv6 addresses change daily, and every change would mean a new certificate to trust.
  const publicHost = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  const hosts = new Set([publicHost, 'localhost', '127.0.0.1', '::1', ...lanAddresses().filter(isIPv4)])
  return localCertificate(dataDir, [...hosts], new Date())
}

/** A server's database: the pool of the requests, the health check's own connection, and the demo season in it. */
interface OpenedStore {
  db: ConnectionPool
  pool: Store['connections']
  health: ConnectionPool
  season: DemoSeason | null
}

/**
 * No request waits longer for a statement, in milliseconds: a database that has vanished is noticed soon after that.
 */
const statementTimeoutMs = 8000

async function openStore({ config, log }: StartOptions, resources: Resources): Promise<OpenedStore> {
  const { dataDir, databaseUrl, origin, seed, claimWindowDays } = config
  const database = await openDatabase({ dataDir, databaseUrl, role: 'server', address: origin, log: log.info })
  resources.add(database.close)
  const { url, done: season } = await prepareDatabase(database, log.warn, async (db) => {
    await ensureTicketKey(db, (missing) => readSealingKeys(dataDir, missing))
    return seed === 'demo' ? seedDemo({ db, dataDir, now: new Date(), claimWindowDays, origin }) : null
  })
  const pool = { connections: databasePoolSize, limiter: limiters.databaseConnections }
  const store = createStore({ url, log: log.warn, statementTimeoutMs, ...pool })
  resources.add(store.close)
  // Kept open: on a busy machine, a new connection takes longer than the check may.
  const health = createStore({ url, log: log.warn, connections: 1, idleTimeoutMs: 0, statementTimeoutMs })
  resources.add(health.close)
  return { db: store.db, pool: store.connections, health: health.db, season }
}

/** Renders the image variants in the background, and leaves half of the time to requests. */
function warmVariantCache(variants: VariantCache, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const rendering = variants.renderAll({ pace: 1, signal: stopping.signal }).catch((error: unknown) => {
    log.error('The image variants could not be rendered in advance; each is rendered on its first request', error)
  })
  return async () => {
    stopping.abort()
    await rendering
  }
}

async function open(options: StartOptions, resources: Resources): Promise<Omit<RunningServer, 'stop'>> {
  const { config, log, dev } = options
  if (!dev) requireBuild()
  for (const warning of configurationWarnings(config)) log.warn(warning)
  await checkAddress(config)
  const version = await readVersion()
  const { db, pool, health, season } = await openStore(options, resources)
  const { app, attach } = await (dev ? openDevelopmentApp(config, resources) : openBuiltApp(db, config, log))
  if (config.metrics) resources.add(await openMetrics(config.metrics, { db, connections: pool }))
  const backend = await openBackend(db, config, { log, resources, validateAnswers: dev })
  const certificate = await certificateFor(config)
  const variants = openVariantCache(db, variantFolder(config.dataDir))
  const authority = certificate?.authority ?? null
  const { failureText } = await openServerPages()
  const images = imageFiles(variants, config.trustProxy)
  const site = createSite({
    ...backend,
    images,
    authority,
    crawlers: openCrawlers(db, config),
    app,
    failureText,
    log,
  })
  const listener = createListener({
    site,
    answerHealth: answerHealthOf(health, version),
    config,
    headers: securityHeaders(config, { dev }),
    log,
  })
  const listening = await listen(config, listener, certificate)
  resources.add(startMaintenance(db, config, log))
  if (options.warm) resources.add(warmVariantCache(variants, log))
  resources.add(attach(listening.servers))
  // Closed first: nobody is let in while the others come to their end.
  resources.add(listening.stop)
  log.info(`Club Bravo ${version} is ready: ${config.origin}, on port ${config.port}`, {
    origin: config.origin,
    port: config.port,
    version,
  })
  return {
    season,
    mailbox: backend.mailbox && `${config.origin}/mailbox`,
    authority: certificate && `${config.origin}/club-bravo.crt`,
  }
}

/**
 * Starts the product: database, identity provider, API and app, listening as configured.
 *
 * @throws StartError or DatabaseStartError with a sentence for the operator; everything is closed again
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  const resources = createResources()
  try {
    return { ...(await open(options, resources)), stop: resources.closeAll }
  } catch (error) {
    await resources.closeAll()
    throw error
  }
}
