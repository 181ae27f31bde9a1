import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Overloaded } from '#server/gate/limiter.ts'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import { type Log, loggedPath } from './log.ts'
import type { Site } from './network/bindings.ts'
import { shares } from './shares.ts'

/** A part with bindings of its own. */
interface Fetched {
  fetch: (request: Request, environment: HttpBindings) => Response | Promise<Response>
}

/** The parts of the site. */
export interface SiteParts {
  /** Everything below `/api`. */
  api: Fetched
  /** Where staff sign in, below `/identity/staff`. */
  staffSignIn: Site
  /** Everything else below `/identity`; null with an external identity provider. */
  identity: Site | null
  /** Everything below `/payment-simulator`; null where members pay elsewhere, or not at all. */
  simulator: Site | null
  /** Everything below `/mailbox`; null when mails are sent by SMTP. */
  mailbox: Site | null
  /** `/identity/unsubscribe`, also with an external identity provider. */
  unsubscribe: Site
  /** PEM of the authority that a phone installs to trust this server; null without a self-signed certificate. */
  authority: string | null
  /** What programs ask for: robots.txt and its kind. */
  crawlers: Site
  /** Everything below `/images`. */
  images: Site
  /** The app itself. */
  app: Site
  /** Shown when a page could not be produced. */
  failureText: string
  log: Pick<Log, 'error'>
}

/** Composes the parts into one site. Unknown addresses answer 404. */
export function createSite(parts: SiteParts): Site {
  const { api, staffSignIn, identity, simulator, mailbox, unsubscribe, authority } = parts
  const { crawlers, images, app, failureText, log } = parts
  const site: Site = new Hono()
  site.all('/api/*', (c) => api.fetch(c.req.raw, c.env))
  site.route('/', crawlers)
  site.route('/', images)
  site.route('/', shares())
  site.route('/', unsubscribe)
  site.route('/', staffSignIn)
  if (identity) site.route('/', identity)
  if (simulator) site.route('/', simulator)
  if (mailbox) site.route('/', mailbox)
  if (authority !== null) {
    site.get('/club-bravo.crt', (c) => c.body(authority, 200, { 'Content-Type': 'application/x-x509-ca-cert' }))
  }
  for (const path of ['/identity', '/identity/*', '/payment-simulator/*', '/mailbox', '/mailbox/*', '/images/*'])
    site.all(path, (c) => c.text('Not found', 404))
  site.route('/', app)
  site.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof Overloaded) return c.text(failureText, 503, { 'Retry-After': String(error.retryAfterSeconds) })
    log.error(`${c.req.method} ${loggedPath(c.req.path, 500)} failed`, error)
    return isDatabaseUnavailable(error) ? c.text(failureText, 503, { 'Retry-After': '2' }) : c.text(failureText, 500)
  })
  site.notFound((c) => c.text('Not found', 404))
  return site
}
