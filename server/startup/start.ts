import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { createApi } from '#server/api/api.ts'
import { startChores } from '#server/maintenance/maintenance.ts'
import type { Config } from '#server/config.ts'
import { tellDetail } from '#server/services/details.ts'
import { openPictureShelf, type PictureShelf, picturesFolder } from '#server/images/variantCache.ts'
import { lanAddresses } from '#server/http/lanAddresses.ts'
import { appFiles } from '#server/http/appFiles.ts'
import { type Certificate, localCertificate } from '#server/http/certificate.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { detailPages } from '#server/render/detailPages.ts'
import { checkAddress, listen } from '#server/http/listen.ts'
import { createListener } from '#server/http/listener.ts'
import type { Log } from '#server/http/log.ts'
import { isNear } from '#server/http/privateNetwork.ts'
import { pictures } from '#server/http/imageFiles.ts'
import { loadPages } from '#server/render/builtPages.ts'
import { securityHeaders } from '#server/http/securityHeaders.ts'
import { createSite } from '#server/http/site.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { mailboxPage } from '#server/mail/mailbox.ts'
import { type Mailer, mailboxMailer, smtpMailer } from '#server/mail/mailer.ts'
import { loadPrerender, type Prerender, prerenderModule } from '#server/render/renderedPage.ts'
import { type DemoSeason, seedDemo } from '#server/seed/seed.ts'
import { StartError } from '#server/startError.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { createStore, migrate } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface StartOptions {
  config: Config
  log: Log
  /** Serves the app's sources with hot reload instead of the built app. */
  dev: boolean
  /** Makes the pictures in every size now, rather than when they are first asked for. */
  warm?: boolean
}

export interface Running {
  /** The demo season; null where there is none. */
  season: DemoSeason | null
  /** Where mails can be read; null where they are sent. */
  mailbox: string | null
  /** Where a phone gets the authority that it has to trust; null without a certificate of our own. */
  authority: string | null
  /** Finishes what is under way and lets go of everything. */
  stop: () => Promise<void>
}

/** What has been opened and is to be closed in the opposite order. */
type Opened = (() => Promise<void>)[]

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close()
}

function certificateFor({ dataDir, origin, https }: Config): Promise<Certificate | null> {
  if (!https) return Promise.resolve(null)
  // Addresses of IPv6 change by the day, and each change would mean a new certificate to trust.
  const named = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  const hosts = new Set([named, 'localhost', '127.0.0.1', '::1', ...lanAddresses().filter(isIPv4)])
  return localCertificate(dataDir, [...hosts], new Date())
}

async function openStore({ config, log }: StartOptions, opened: Opened): Promise<Kysely<Database>> {
  const { dataDir, databaseUrl, origin } = config
  const database = await openDatabase({ dataDir, databaseUrl, role: 'server', address: origin, log: log.info })
  opened.push(database.close)
  const store = createStore({ url: database.url, log: log.warn })
  opened.push(store.close)
  await migrate(store.db)
  return store.db
}

function openMailer({ config, log }: StartOptions, db: Kysely<Database>, opened: Opened) {
  const { smtpUrl, mailFrom } = config
  const mailer = smtpUrl === null ? mailboxMailer(db) : smtpMailer({ smtpUrl, mailFrom, log })
  opened.push(mailer.close)
  return mailer
}

function checkBuilt({ dev }: StartOptions): void {
  if (!dev && !existsSync(join(root, 'dist/index.html')))
    throw new StartError('The app is not built yet: use npm start, which builds it.')
}

/** The app: as built, or with hot reload. `attach` is to be given the servers that listen. */
async function openApp({ config, dev, log }: StartOptions, db: Kysely<Database>, opened: Opened) {
  if (!dev) {
    const folder = join(root, 'dist')
    const pages = await loadPages(folder, config)
    const built = await loadPrerender(join(folder, prerenderModule))
    const prerender: Prerender = async (...page) => pages.addressed(await built(...page))
    const complete = detailPages({ prerender, tell: (...detail) => tellDetail(db, ...detail), log })
    const app = appFiles({ folder, pages, complete })
    return { app, inline: pages.inline, attach: () => () => Promise.resolve() }
  }
  const { createDevApp } = await import('#server/http/devApp.ts')
  const devApp = await createDevApp(root, config)
  opened.push(devApp.close)
  return { ...devApp, inline: null }
}

/** Signing in, and the API that believes it. */
async function openClub({ config, log, dev }: StartOptions, db: Kysely<Database>, mailer: Mailer) {
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.trustProxy)
  const { pages, ...identity } = await createIdentity({ db, config, mailer, log, clientAddress: addressOf })
  const { product, trustProxy, pointsExpiryMonths, claimWindowDays, tokenDays } = config
  const api = createApi({
    db,
    services: { ...identity, pointsExpiryMonths, claimWindowDays, tokenDays },
    product,
    clock: () => new Date(),
    rateLimits: { signIn: config.signInLimit, scans: config.scanLimit },
    trustProxy,
    log,
    checkAnswers: dev,
  })
  const hasMailbox = pages !== null && config.smtpUrl === null
  const { origin } = config
  const mailbox = hasMailbox ? mailboxPage({ db, origin, stylesheet: pages.stylesheet, isNear }) : null
  return { api, identity: pages?.site ?? null, mailbox }
}

/** Makes the pictures beside the requests, for which it leaves half of the time. */
function fillShelf(shelf: PictureShelf, log: Log): () => Promise<void> {
  const ending = new AbortController()
  const filling = shelf.makeAll({ pace: 1, signal: ending.signal }).catch((error: unknown) => {
    log.error('The pictures could not be made beforehand; each is made when it is asked for', error)
  })
  return async () => {
    ending.abort()
    await filling
  }
}

async function open(options: StartOptions, opened: Opened): Promise<Omit<Running, 'stop'>> {
  const { config, log } = options
  checkBuilt(options)
  await checkAddress(config)
  const db = await openStore(options, opened)
  const { app, attach, inline } = await openApp(options, db, opened)
  const { seed, dataDir, claimWindowDays } = config
  const season = seed === 'demo' ? await seedDemo({ db, dataDir, now: new Date(), claimWindowDays }) : null
  const club = await openClub(options, db, openMailer(options, db, opened))
  const certificate = await certificateFor(config)
  const shelf = openPictureShelf(db, picturesFolder(dataDir))
  const parts = { images: pictures(shelf), authority: certificate?.authority ?? null }
  const site = createSite({ db, ...club, ...parts, app, log })
  const listener = createListener({ site, config, headers: securityHeaders(config, inline), log })
  const listening = await listen(config, listener, certificate)
  opened.push(listening.stop)
  opened.push(attach(listening.servers))
  opened.push(startChores(db, config, log))
  if (options.warm) opened.push(fillShelf(shelf, log))
  return {
    season,
    mailbox: club.mailbox && `${config.origin}/mailbox`,
    authority: certificate && `${config.origin}/club-bravo.crt`,
  }
}

/**
 * Starts the product: database, identity provider, API and app, listening on what the configuration says.
 *
 * @throws StartError or DatabaseStartError with a sentence for the person who started it; nothing is left open then
 */
export async function start(options: StartOptions): Promise<Running> {
  const opened: Opened = []
  try {
    return { ...(await open(options, opened)), stop: () => closeAll(opened) }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}
