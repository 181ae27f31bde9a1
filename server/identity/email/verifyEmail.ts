import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { mailPauseSeconds } from '#contract/auth.ts'
import type { Language } from '#contract/language.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { chooseLanguage } from '../languages.ts'
import { readVerificationToken, useVerificationToken } from '../links.ts'
import type { PageContext } from '../pages/layout.ts'
import { linkExpiredPage, plainPage, tooManyMailsPage, verifiedPage, verifyPage } from '../pages/notices.ts'
import { inAddressQueue } from '../passwords/addressQueue.ts'
import { type VerificationMails, verifyPath } from './verificationMails.ts'

const Token = v.fallback(v.pipe(v.string(), v.maxLength(200)), '')
const Posted = v.object({ token: Token, password: v.fallback(v.pipe(v.string(), v.maxLength(1000)), '') })

async function postedToken(c: Context): Promise<string> {
  return v.parse(Token, (await c.req.parseBody())['token'])
}

function expired(c: Context, context: PageContext, token: string) {
  return c.html(linkExpiredPage(context, { action: `${verifyPath}/resend?lang=${context.language}`, token }), 410)
}

/**
 * The pages behind a mailed link. They need no session, because the mail may be read in another browser. Opening the link changes
 * nothing, because mail scanners open links, too; the button and the password verify the address once.
 */
export function verifyEmailPages(options: {
  db: ConnectionPool
  rateLimiter: RateLimiter
  mails: VerificationMails
  origin: string
  stylesheet: string
  clientAddress: (request: HttpBindings['incoming']) => string
}): Hono<{ Bindings: HttpBindings }> {
  const { db, rateLimiter, mails, origin, stylesheet, clientAddress } = options
  const pages = new Hono<{ Bindings: HttpBindings }>()

  function contextOf(c: Context, linkToken: string | null): PageContext {
    const language = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const inLanguage = (other: Language) => `${verifyPath}?lang=${other}&token=${encodeURIComponent(linkToken ?? '')}`
    return { language, origin, stylesheet, inLanguage: linkToken === null ? null : inLanguage }
  }

  pages.get('/', async (c) => {
    const token = v.parse(Token, c.req.query('token'))
    const context = contextOf(c, token)
    const state = await readVerificationToken(db, token, new Date())
    if (state.kind === 'unknown') return c.html(plainPage(context, 'linkUnknown'), 404)
    if (state.kind === 'expired') return expired(c, context, token)
    if (state.kind === 'verified') return c.html(verifiedPage(context))
    const form = { action: `${verifyPath}?lang=${context.language}`, token }
    return c.html(verifyPage(context, state.account.email, form))
  })

  pages.post('/', async (c) => {
    const { token, password } = v.parse(Posted, await c.req.parseBody())
    const context = contextOf(c, null)
    const address = clientAddress(c.env.incoming)
    const before = await readVerificationToken(db, token, new Date())
    const again = (email: string, reason: 'passwordWrong' | 'tooMany') => {
      const form = { action: `${verifyPath}?lang=${context.language}`, token }
      const status = reason === 'tooMany' ? 429 : 422
      return c.html(verifyPage(context, email, form, { field: 'password', reason }), status)
    }
    if (before.kind === 'usable') {
      const { email } = before.account
      const attempt = { scope: 'verify', account: email, address }
      if ((await rateLimiter.consumeSignIn(attempt)) > 0) return again(email, 'tooMany')
    }
    const use = () => useVerificationToken(db, { token, proof: { password }, now: new Date() })
    const state = await inAddressQueue(address, use)
    if (state.kind === 'unknown') return c.html(plainPage(context, 'linkUnknown'), 404)
    if (state.kind === 'mismatch') return again(state.account.email, 'passwordWrong')
    return state.kind === 'expired' ? expired(c, context, token) : c.html(verifiedPage(context))
  })

  pages.post('/resend', async (c) => {
    const context = contextOf(c, null)
    const state = await readVerificationToken(db, await postedToken(c), new Date())
    if (state.kind === 'unknown') return c.html(plainPage(context, 'linkUnknown'), 404)
    if (state.kind === 'verified') return c.html(verifiedPage(context))
    const waitSeconds = await rateLimiter.consumeMail({
      email: state.account.email,
      address: clientAddress(c.env.incoming),
      about: 'verification',
      isRepeat: true,
      byLink: true,
    })
    // Pressed twice: the mail is on its way.
    if (waitSeconds > 0 && waitSeconds <= mailPauseSeconds) return c.html(plainPage(context, 'linkSent'))
    if (waitSeconds > 0)
      return c.html(tooManyMailsPage(context, waitSeconds), 429, { 'Retry-After': String(waitSeconds) })
    await mails.sendVerification(state.account.email, context.language)
    return c.html(plainPage(context, 'linkSent'))
  })
  return pages
}
