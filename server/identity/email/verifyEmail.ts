import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import * as v from 'valibot'
import { mailPauseSeconds } from '#contract/member/auth.ts'
import type { Language } from '#contract/language.ts'
import type { Site } from '#server/http/network/bindings.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import { renderPage } from '#server/pages/rendering.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { chooseLanguage } from '../languages.ts'
import { readVerificationToken, spendVerificationToken } from '../links.ts'
import { formErrorOf, statusOf } from '../formErrors.ts'
import { type VerificationMails, verifyPath } from './verificationMails.ts'

const Token = v.fallback(v.pipe(v.string(), v.maxLength(200)), '')
const Posted = v.object({ token: Token, password: v.fallback(v.pipe(v.string(), v.maxLength(1000)), '') })

const Wait = v.fallback(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(86_400)), 0)

const languageOf = (c: Context) => chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))

function goTo(c: Context, page: '' | '/resent', said: Record<string, string>): Response {
  return c.redirect(`${verifyPath}${page}?${new URLSearchParams({ lang: languageOf(c), ...said })}`, 303)
}

function expired(c: Context, context: PageContext, token: string) {
  const form = { action: `${verifyPath}/resend?lang=${context.language}`, token }
  return c.html(renderPage(context, 'LinkExpiredPage', { form }), 410)
}

/**
 * The pages behind a mailed link. They need no session, because the mail may be read in another browser. There, opening
 * the link changes nothing, because mail scanners open links, too; the button and the password verify the address once.
 * In a browser that is signed in to the account, opening it does.
 */
export function verifyEmailPages(options: {
  db: ConnectionPool
  provider: Provider
  rateLimiter: RateLimiter
  mails: VerificationMails
  origin: string
  clientAddress: (request: HttpBindings['incoming']) => string
}): Site {
  const { db, provider, rateLimiter, mails, origin, clientAddress } = options
  const pages: Site = new Hono()

  /** The context of the page at this path; its address has the parameters that the page depends on. */
  function contextOf(c: Context, path: string, said: Record<string, string>): PageContext {
    const inLanguage = (lang: Language) => `${path}?${new URLSearchParams({ lang, ...said })}`
    return { language: languageOf(c), origin, inLanguage }
  }

  /** The account of the session that this browser has at the provider; the empty text without one. */
  async function signedInTo({ env }: Context<{ Bindings: HttpBindings }>): Promise<string> {
    const session = await provider.Session.get(provider.createContext(env.incoming, env.outgoing))
    return session.accountId ?? ''
  }

  pages.get('/', async (c) => {
    const token = v.parse(Token, c.req.query('token'))
    const fault = formErrorOf(c.req.query('fault'))
    const context = contextOf(c, verifyPath, fault ? { token, fault: fault.reason } : { token })
    const state = await readVerificationToken(db, token, new Date())
    if (state.kind === 'unknown') return c.html(renderPage(context, 'PlainPage', { about: 'linkUnknown' }), 404)
    if (state.kind === 'expired') return expired(c, context, token)
    if (state.kind === 'verified') return c.html(renderPage(context, 'VerifiedPage', {}))
    const own = await spendVerificationToken(db, { token, proof: { signedInTo: await signedInTo(c) }, now: new Date() })
    if (own.kind === 'usable') return c.html(renderPage(context, 'VerifiedPage', {}))
    const form = { action: `${verifyPath}?lang=${context.language}`, token }
    const { email } = state.account
    return c.html(renderPage(context, 'VerifyPage', { email, form, fault }), statusOf(fault))
  })

  // Like every form here, it is answered by a redirect: “back” never asks to send it again.
  pages.post('/', async (c) => {
    const { token, password } = v.parse(Posted, await c.req.parseBody())
    const address = clientAddress(c.env.incoming)
    const before = await readVerificationToken(db, token, new Date())
    if (before.kind === 'usable') {
      const attempt = { scope: 'verify', account: before.account.email, address, guesses: 'passwords' } as const
      if ((await rateLimiter.consume({ of: 'sign-in', ...attempt })) > 0)
        return goTo(c, '', { token, fault: 'tooMany' })
    }
    const { kind } = await spendVerificationToken(db, { token, proof: { password }, now: new Date() })
    return goTo(c, '', kind === 'mismatch' ? { token, fault: 'passwordWrong' } : { token })
  })

  pages.post('/resend', async (c) => {
    const token = v.parse(Token, (await c.req.parseBody())['token'])
    const state = await readVerificationToken(db, token, new Date())
    if (state.kind === 'unknown' || state.kind === 'verified') return goTo(c, '', { token })
    const waitSeconds = await rateLimiter.consume({
      of: 'mail',
      email: state.account.email,
      address: clientAddress(c.env.incoming),
      about: 'verification',
      isRepeat: true,
      byLink: true,
    })
    if (waitSeconds === 0) {
      const { email } = state.account
      await mails.sendVerification({ email, language: languageOf(c), hasCode: true })
    }
    return goTo(c, '/resent', { wait: String(waitSeconds) })
  })

  pages.get('/resent', (c) => {
    const waitSeconds = v.parse(Wait, c.req.query('wait'))
    const context = contextOf(c, `${verifyPath}/resent`, { wait: String(waitSeconds) })
    // Pressed twice, the mail is on its way as well.
    if (waitSeconds <= mailPauseSeconds) return c.html(renderPage(context, 'PlainPage', { about: 'linkSent' }))
    return c.html(renderPage(context, 'TooManyMailsPage', { waitSeconds }), 429, { 'Retry-After': String(waitSeconds) })
  })
  return pages
}
