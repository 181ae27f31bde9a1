import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { type Kysely, sql } from 'kysely'
import { isDatabaseAway } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { type Log, loggedPath } from './log.ts'

type Site = Hono<{ Bindings: HttpBindings }>

/** How long the database may take to say that it is there, in milliseconds. */
const healthPatience = 2_000

async function isDatabaseThere(db: Kysely<Database>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), healthPatience)
  })
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** What a load balancer or a person asks: 200 while the server can work, 503 while its database is away. */
function health(db: Kysely<Database>): Site {
  const page: Site = new Hono()
  page.get('/healthz', async (c) => {
    const there = await isDatabaseThere(db)
    c.header('Cache-Control', 'no-store')
    return c.json({ status: there ? 'ok' : 'database away' }, there ? 200 : 503)
  })
  return page
}

/** What somebody reads whose page could not be made. */
const sorry = [
  'Something went wrong on our side. Please try again in a minute.',
  '系統出現問題，請稍後再試。',
  '系统出现问题，请稍后重试。',
].join('\n')

/** Everything that the server answers, in the order in which it is asked. */
export interface SiteParts {
  db: Kysely<Database>
  /** Everything below `/api`. */
  api: { fetch: (request: Request, environment: HttpBindings) => Response | Promise<Response> }
  /** Everything below `/identity`; null with another identity provider. */
  identity: Site | null
  /** `/mailbox`; null where mail is sent. */
  mailbox: Site | null
  /** PEM of the authority that a phone installs to trust this server; null where it has no certificate of its own. */
  authority: string | null
  /** Everything below `/images`. */
  images: Site
  /** The app itself. */
  app: Site
  log: Pick<Log, 'error'>
}

/** Composes the parts to one site. An address that no part knows is a 404. */
export function createSite({ db, api, identity, mailbox, authority, images, app, log }: SiteParts): Site {
  const site: Site = new Hono()
  site.route('/', health(db))
  site.all('/api/*', (c) => api.fetch(c.req.raw, c.env))
  site.route('/', images)
  if (identity) site.route('/', identity)
  if (mailbox) site.route('/', mailbox)
  if (authority !== null) {
    site.get('/club-bravo.crt', (c) => c.body(authority, 200, { 'Content-Type': 'application/x-x509-ca-cert' }))
  }
  for (const path of ['/identity', '/identity/*', '/mailbox', '/images/*'])
    site.all(path, (c) => c.text('Not found', 404))
  site.route('/', app)
  site.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error(`${c.req.method} ${loggedPath(c.req.path)} failed`, error)
    return c.text(sorry, isDatabaseAway(error) ? 503 : 500)
  })
  site.notFound((c) => c.text('Not found', 404))
  return site
}
