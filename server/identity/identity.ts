import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/handlers/handlerDependencies.ts'
import type { Log } from '#server/http/log.ts'
import { answerPublic, publicText } from '#server/http/publicBody.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { isDatabaseAway } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { findAccountByEmail } from './accounts.ts'
import { discoveredKeys, idTokenReader, ownKeys } from './idToken.ts'
import { type InteractionOptions, interactionPages } from './interactions.ts'
import { loadIdentityKeys } from './keys.ts'
import { chooseLanguage } from './languages.ts'
import { identityLimits } from '#server/rateLimits/rateLimiter.ts'
import { mount, mountProvider } from './mount.ts'
import { plainPage } from './pages/notices.ts'
import { clientId, createProvider } from './provider.ts'
import { readStylesheet, type Stylesheet } from './stylesheet.ts'
import { verificationMails } from './verificationMails.ts'
import { verifyEmailPages } from './verifyEmail.ts'

type Site = Hono<{ Bindings: HttpBindings }>

/** What the rest of the product needs of the identity provider. */
export interface Identity extends Pick<Services, 'readIdToken' | 'resendVerification'> {
  /** The pages below `/identity` and their stylesheet's address; null where another provider is used. */
  pages: { site: Site; stylesheet: string } | null
}

export interface IdentityOptions {
  db: Kysely<Database>
  config: Config
  mailer: Mailer
  log: Log
  clientAddress: (request: HttpBindings['incoming']) => string
}

/** Another provider: only its tokens are read. It verifies addresses by itself, so no mail is sent for it. */
function externalIdentity({ issuer, clientId: id }: { issuer: string; clientId: string }): Identity {
  return {
    pages: null,
    readIdToken: idTokenReader({ issuer, clientId: id, keys: discoveredKeys(issuer) }),
    resendVerification: () => Promise.resolve({ kind: 'done' }),
  }
}

/** A form is small; whatever is larger is not one of ours. */
const formLimit = 16 * 1024

/** Whether a request was sent by a page of another site. Requests without these headers come from no browser. */
function isForeign(headers: Headers, origin: string): boolean {
  const from = headers.get('origin')
  return headers.get('sec-fetch-site') === 'cross-site' || (from !== null && from !== origin)
}

interface PagesOptions {
  interactions: InteractionOptions
  stylesheet: Stylesheet
  log: Log
}

/** Everything below `/identity`: our own pages first, then what oidc-provider answers. */
function identitySite({ interactions, stylesheet, log }: PagesOptions): Site {
  const { origin, provider } = interactions
  const answer = mountProvider(provider, origin)
  const site: Site = new Hono()
  site.get(stylesheet.path, async (c) => {
    const body = await publicText(c.req.raw.headers, stylesheet.text)
    return answerPublic(c.req.raw.headers, body, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  for (const path of [`${mount}/interaction/*`, `${mount}/verify-email/*`]) {
    site.use(path, bodyLimit({ maxSize: formLimit }), async (c, next) => {
      c.header('Cache-Control', 'no-store')
      if (c.req.method === 'POST' && isForeign(c.req.raw.headers, origin)) return c.text('Forbidden', 403)
      return next()
    })
  }
  site.route(`${mount}/interaction`, interactionPages(interactions))
  site.route(`${mount}/verify-email`, verifyEmailPages(interactions))
  site.all(`${mount}/*`, async (c) => {
    await answer(c.env.incoming, c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  site.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error('A page of the identity provider failed', error)
    const language = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const context = { language, origin, stylesheet: stylesheet.path, inLanguage: null }
    return c.html(plainPage(context, 'unavailable'), isDatabaseAway(error) ? 503 : 500)
  })
  return site
}

async function builtInIdentity({ db, config, mailer, log, clientAddress }: IdentityOptions): Promise<Identity> {
  const { origin, tokenDays } = config
  const [keys, stylesheet] = await Promise.all([loadIdentityKeys(db), readStylesheet()])
  const limits = identityLimits(config.signInLimit)
  const mails = verificationMails({ db, mailer, origin })
  const shared = { db, origin, stylesheet: stylesheet.path }
  const provider = createProvider({ ...shared, keys, tokenDays, log })
  const interactions = { ...shared, provider, limits, mails, clientAddress }
  return {
    pages: { site: identitySite({ interactions, stylesheet, log }), stylesheet: stylesheet.path },
    readIdToken: idTokenReader({ issuer: origin + mount, clientId, keys: ownKeys(keys.signing) }),
    async resendVerification(email) {
      const waitSeconds = await limits.awaitMail(email)
      if (waitSeconds > 0) return { kind: 'too-many', waitSeconds }
      const account = await findAccountByEmail(db, email)
      if (account) await mails.sendVerification(account)
      return { kind: 'done' }
    },
  }
}

/** The identity provider that the configuration asks for. */
export function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { identity } = options.config
  return identity.kind === 'external' ? Promise.resolve(externalIdentity(identity)) : builtInIdentity(options)
}
