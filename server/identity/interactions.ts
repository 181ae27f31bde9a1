import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { errors, type Provider } from 'oidc-provider'
import * as v from 'valibot'
import { Email } from '#contract/auth.ts'
import type { Language } from '#contract/language.ts'
import { maxPasswordLength, minPasswordLength, passwordLength } from '#contract/password.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { signIn } from './signIn.ts'
import { isCommonPassword } from './passwords/commonPasswords.ts'
import { chooseLanguage } from './languages.ts'
import { identityPath } from './issuer.ts'
import { openAccount, readOpened, verifiedAccount } from './openAccount.ts'
import { createAccountPage, type FormError, signInPage } from './pages/forms.ts'
import type { PageContext } from './pages/layout.ts'
import { checkMailPage, pageExpiredPage } from './pages/notices.ts'
import { inAddressQueue } from './passwords/addressQueue.ts'
import type { VerificationMails } from './email/verificationMails.ts'

export interface InteractionOptions {
  db: ConnectionPool
  provider: Provider
  origin: string
  stylesheet: string
  rateLimiter: RateLimiter
  mails: VerificationMails
  clientAddress: (request: HttpBindings['incoming']) => string
}

type Environment = { Bindings: HttpBindings }
type Page = 'sign-in' | 'create-account'

/** A request that belongs to a sign-in in progress. */
interface Visit {
  c: Context<Environment>
  interaction: Awaited<ReturnType<Provider['interactionDetails']>>
  language: Language
}

const Posted = v.object({
  email: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  repeat: v.optional(v.string(), ''),
})
type Posted = v.InferOutput<typeof Posted>

const faultOf: Record<Page, (posted: Posted) => FormError | null> = {
  'sign-in': ({ email, password }) => {
    if (!v.is(Email, email)) return { field: 'email', reason: 'email' }
    return password === '' ? { field: 'password', reason: 'passwordMissing' } : null
  },
  'create-account': ({ email, password, repeat }) => {
    if (!v.is(Email, email)) return { field: 'email', reason: 'email' }
    const length = passwordLength(password)
    if (length < minPasswordLength) return { field: 'password', reason: 'passwordShort' }
    if (length > maxPasswordLength) return { field: 'password', reason: 'passwordLong' }
    return repeat === password ? null : { field: 'repeat', reason: 'passwordsDiffer' }
  },
}

/** @throws SessionNotFound when the interaction has ended or belongs to another browser: address and cookie must name the same one */
async function visitOf({ provider }: InteractionOptions, c: Context<Environment>): Promise<Visit> {
  const interaction = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
  if (interaction.uid !== c.req.param('uid')) throw new errors.SessionNotFound('another interaction')
  const sources = [c.req.query('lang'), interaction.params['ui_locales'], c.req.header('accept-language')]
  return { c, interaction, language: chooseLanguage(...sources) }
}

function addressOf(
  { interaction, language }: Visit,
  page: Page | 'cancel' | 'continue',
  inLanguage = language,
): string {
  return `${identityPath}/interaction/${interaction.uid}/${page}?lang=${inLanguage}`
}

function contextOf(options: InteractionOptions, visit: Visit, page: Page | null): PageContext {
  const { origin, stylesheet } = options
  const inLanguage = page && ((language: Language) => addressOf(visit, page, language))
  return { language: visit.language, origin, stylesheet, inLanguage }
}

function show(options: InteractionOptions, visit: Visit, page: Page, email?: string, fault: FormError | null = null) {
  const hint = visit.interaction.params['login_hint']
  const value = email ?? (typeof hint === 'string' ? hint : '')
  const links = {
    action: addressOf(visit, page),
    otherwise: addressOf(visit, page === 'sign-in' ? 'create-account' : 'sign-in'),
    cancel: addressOf(visit, 'cancel'),
  }
  const status = fault?.reason === 'tooMany' ? 429 : fault ? 422 : 200
  const context = contextOf(options, visit, page)
  const isExpired = visit.interaction.params['reason'] === 'expired'
  const html =
    page === 'sign-in'
      ? signInPage(context, links, { email: value, isExpired }, fault)
      : createAccountPage(context, links, value, fault)
  return visit.c.html(html, status)
}

/** The posted form, or the page again with its fault. */
async function read(options: InteractionOptions, visit: Visit, page: Page) {
  const { c } = visit
  const posted = v.parse(v.fallback(Posted, { email: '', password: '', repeat: '' }), await c.req.parseBody())
  const isCommon = page === 'create-account' && (await isCommonPassword(posted.password))
  const fault = faultOf[page](posted) ?? (isCommon ? { field: 'password', reason: 'passwordCommon' } : null)
  if (fault) return show(options, visit, page, posted.email, fault)
  const email = v.parse(Email, posted.email)
  const address = options.clientAddress(c.env.incoming)
  const waitSeconds = await options.rateLimiter.consumeSignIn({ scope: 'identity', account: email, address })
  if (waitSeconds > 0) return show(options, visit, page, email, { field: 'form', reason: 'tooMany' })
  return { email, password: posted.password, address }
}

/** Stores who has signed in. Resolves to the address that resumes the app's request. */
function finish({ provider }: InteractionOptions, { c }: Visit, accountId: string): Promise<string> {
  // `create` answers prompt=create, whichever page the person chose.
  return provider.interactionResult(c.env.incoming, c.env.outgoing, { login: { accountId }, create: {} })
}

/** The pages on which a person signs in or creates an account during an authorization request of the app. */
export function interactionPages(options: InteractionOptions): Hono<Environment> {
  const pages = new Hono<Environment>()

  pages.get('/:uid', async (c) => {
    const visit = await visitOf(options, c)
    return show(options, visit, visit.interaction.prompt.name === 'create' ? 'create-account' : 'sign-in')
  })
  pages.get('/:uid/sign-in', async (c) => show(options, await visitOf(options, c), 'sign-in'))
  pages.get('/:uid/create-account', async (c) => show(options, await visitOf(options, c), 'create-account'))

  pages.post('/:uid/sign-in', async (c) => {
    const visit = await visitOf(options, c)
    const form = await read(options, visit, 'sign-in')
    if (form instanceof Response) return form
    const account = await inAddressQueue(form.address, () => signIn(options.db, form.email, form.password))
    if (!account) return show(options, visit, 'sign-in', form.email, { field: 'form', reason: 'mismatch' })
    return c.redirect(await finish(options, visit, account.id), 303)
  })

  pages.post('/:uid/create-account', async (c) => {
    const visit = await visitOf(options, c)
    const form = await read(options, visit, 'create-account')
    if (form instanceof Response) return form
    const wanted = { ...form, language: visit.language }
    const { waitSeconds, opened } = await inAddressQueue(form.address, () => openAccount(options, wanted))
    await options.provider.interactionResult(c.env.incoming, c.env.outgoing, { opened })
    // Nobody is signed in, or the next page would tell whether the address had an account.
    const goOn = addressOf(visit, 'continue')
    return c.html(checkMailPage(contextOf(options, visit, null), { email: form.email, goOn, waitSeconds }))
  })

  // Whoever has used the mail's link in the meantime has just typed the password, here and there.
  pages.get('/:uid/continue', async (c) => {
    const visit = await visitOf(options, c)
    const opened = readOpened(visit.interaction.result?.['opened'])
    const account = opened && (await verifiedAccount(options.db, opened))
    if (account) return c.redirect(await finish(options, visit, account.id), 303)
    return show(options, visit, 'sign-in', opened?.email)
  })

  pages.post('/:uid/cancel', async (c) => {
    await visitOf(options, c)
    const result = { error: 'access_denied', error_description: 'The person went back to the app' }
    return c.redirect(await options.provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
  })

  pages.onError((error, c) => {
    if (!(error instanceof errors.SessionNotFound)) throw error
    const language = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const { origin, stylesheet } = options
    return c.html(pageExpiredPage({ language, origin, stylesheet, inLanguage: null }), 400)
  })
  return pages
}
