import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { errors, type Provider } from 'oidc-provider'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import type { Language } from '#contract/language.ts'
import { maxPasswordLength, minPasswordLength, passwordLength } from '#contract/member/password.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import { renderPage } from '#server/pages/rendering.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { signIn } from './signIn.ts'
import { hasPassword } from '#server/store/identity/accounts.ts'
import { isCommonPassword } from './passwords/commonPasswords.ts'
import { chooseLanguage } from './languages.ts'
import { identityPath } from './issuer.ts'
import { accountOpened, mailAgain, openAccount, type OpenedAccount } from './openAccount.ts'
import { type FaultReason, formErrorOf, statusOf } from './formErrors.ts'
import { inAddressQueue } from './passwords/addressQueue.ts'
import { type Interaction, progressOf, saveProgress } from './progress.ts'
import type { VerificationMails } from './email/verificationMails.ts'

export interface InteractionOptions {
  db: ConnectionPool
  provider: Provider
  origin: string
  rateLimiter: RateLimiter
  mails: VerificationMails
  clientAddress: (request: HttpBindings['incoming']) => string
}

type Environment = { Bindings: HttpBindings }
type FormPage = 'sign-in' | 'create-account'
type Page = FormPage | 'check-mail' | 'continue' | 'cancel'

/**
 * What a page says about what came before it. Its address has these, so that a reload and another language say the
 * same.
 */
interface Said {
  /** What is wrong with the form that was sent. */
  fault?: FaultReason
  /** An account was asked for, which the password chosen for it does not open. */
  claimed?: 'yes'
  /** The mail was asked for again. */
  again?: 'yes'
}

/** A request that belongs to a sign-in in progress. */
interface Visit {
  c: Context<Environment>
  interaction: Interaction
  language: Language
}

const Posted = v.object({
  email: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  repeat: v.optional(v.string(), ''),
})
type Posted = v.InferOutput<typeof Posted>

const faultOf: Record<FormPage, (posted: Posted) => FaultReason | null> = {
  'sign-in': ({ email, password }) => {
    if (!v.is(Email, email)) return 'email'
    return password === '' ? 'passwordMissing' : null
  },
  'create-account': ({ email, password, repeat }) => {
    if (!v.is(Email, email)) return 'email'
    const length = passwordLength(password)
    if (length < minPasswordLength) return 'passwordShort'
    if (length > maxPasswordLength) return 'passwordLong'
    return repeat === password ? null : 'passwordsDiffer'
  },
}

/**
 * @throws SessionNotFound when the interaction has ended or belongs to another browser: address and cookie must name
 * the same one
 */
async function visitOf({ provider }: InteractionOptions, c: Context<Environment>): Promise<Visit> {
  const interaction = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
  if (interaction.uid !== c.req.param('uid')) throw new errors.SessionNotFound('another interaction')
  const sources = [c.req.query('lang'), interaction.params['ui_locales'], c.req.header('accept-language')]
  return { c, interaction, language: chooseLanguage(...sources) }
}

function addressOf({ interaction, language }: Visit, page: Page, said: Said = {}, inLanguage = language): string {
  return `${identityPath}/interaction/${interaction.uid}/${page}?${new URLSearchParams({ lang: inLanguage, ...said })}`
}

/** Answers a form: “back” never asks to send it again. */
function goTo(visit: Visit, page: Page, said: Said = {}): Response {
  return visit.c.redirect(addressOf(visit, page, said), 303)
}

function contextOf({ origin }: InteractionOptions, visit: Visit, page: Page, said: Said): PageContext {
  const inLanguage = (language: Language) => addressOf(visit, page, said, language)
  return { language: visit.language, origin, inLanguage }
}

function showForm(options: InteractionOptions, visit: Visit, page: FormPage) {
  const { interaction } = visit
  const hint = interaction.params['login_hint']
  const email = progressOf(interaction).typed ?? (typeof hint === 'string' ? hint : '')
  const links = {
    action: addressOf(visit, page),
    otherwise: addressOf(visit, page === 'sign-in' ? 'create-account' : 'sign-in'),
    cancel: addressOf(visit, 'cancel'),
  }
  const fault = formErrorOf(visit.c.req.query('fault'))
  const isClaimed = visit.c.req.query('claimed') === 'yes'
  const said: Said = { ...(fault && { fault: fault.reason }), ...(isClaimed && { claimed: 'yes' }) }
  const context = contextOf(options, visit, page, said)
  const why = isClaimed ? 'claimed' : interaction.params['reason'] === 'expired' ? 'expired' : null
  const html =
    page === 'sign-in'
      ? renderPage(context, 'SignInPage', { links, email, why, fault })
      : renderPage(context, 'CreateAccountPage', { links, email, fault })
  return visit.c.html(html, statusOf(fault))
}

function showCheckMail(options: InteractionOptions, visit: Visit, { email, nextMailAt }: OpenedAccount) {
  const isAgain = visit.c.req.query('again') === 'yes'
  const context = contextOf(options, visit, 'check-mail', isAgain ? { again: 'yes' } : {})
  const links = {
    goOn: addressOf(visit, 'continue'),
    again: addressOf(visit, 'check-mail'),
    change: addressOf(visit, 'create-account'),
  }
  const waitSeconds = Math.max(0, Math.ceil((nextMailAt - Date.now()) / 1000))
  return visit.c.html(renderPage(context, 'CheckMailPage', { links, email, waitSeconds, isAgain }))
}

/** The posted form, or the way back to its page, which names the fault. */
async function read(options: InteractionOptions, visit: Visit, page: FormPage) {
  const { c, interaction } = visit
  const posted = v.parse(v.fallback(Posted, { email: '', password: '', repeat: '' }), await c.req.parseBody())
  await saveProgress(interaction, { typed: posted.email })
  const fault = faultOf[page](posted)
  if (fault) return goTo(visit, page, { fault })
  // Its length first: a very long one would take long to compare.
  if (page === 'create-account' && (await isCommonPassword(posted.password)))
    return goTo(visit, page, { fault: 'passwordCommon' })
  const email = v.parse(Email, posted.email)
  const address = options.clientAddress(c.env.incoming)
  const waitSeconds = await options.rateLimiter.consumeSignIn({
    scope: 'identity',
    account: email,
    address,
    guesses: 'passwords',
  })
  return waitSeconds > 0 ? goTo(visit, page, { fault: 'tooMany' }) : { email, password: posted.password, address }
}

/**
 * Stores who has signed in, and resumes the app's request. A password that was changed while it was compared ends the
 * sign-ins that it finds stored: so it is looked at again once this one is.
 */
async function finish(
  { provider, db }: InteractionOptions,
  visit: Visit,
  { id: accountId, passwordHash }: { id: string; passwordHash: string },
): Promise<Response> {
  const { incoming, outgoing } = visit.c.env
  // `create` answers prompt=create, whichever page the person chose.
  const result = { login: { accountId }, create: {} }
  const address = await provider.interactionResult(incoming, outgoing, result)
  if (await hasPassword(db, { id: accountId, passwordHash })) return visit.c.redirect(address, 303)
  await provider.interactionResult(incoming, outgoing, {})
  return goTo(visit, 'sign-in', { fault: 'mismatch' })
}

/** The pages on which a person signs in or creates an account during an authorization request of the app. */
export function interactionPages(options: InteractionOptions): Hono<Environment> {
  const pages = new Hono<Environment>()

  pages.get('/:uid', async (c) => {
    const visit = await visitOf(options, c)
    return showForm(options, visit, visit.interaction.prompt.name === 'create' ? 'create-account' : 'sign-in')
  })
  pages.get('/:uid/sign-in', async (c) => showForm(options, await visitOf(options, c), 'sign-in'))
  pages.get('/:uid/create-account', async (c) => showForm(options, await visitOf(options, c), 'create-account'))

  pages.post('/:uid/sign-in', async (c) => {
    const visit = await visitOf(options, c)
    const form = await read(options, visit, 'sign-in')
    if (form instanceof Response) return form
    const account = await inAddressQueue(form.address, () => signIn(options.db, form.email, form.password))
    return account ? finish(options, visit, account) : goTo(visit, 'sign-in', { fault: 'mismatch' })
  })

  pages.post('/:uid/create-account', async (c) => {
    const visit = await visitOf(options, c)
    const form = await read(options, visit, 'create-account')
    if (form instanceof Response) return form
    const wanted = { ...form, language: visit.language }
    const opened = await inAddressQueue(form.address, () => openAccount(options, wanted))
    await saveProgress(visit.interaction, { opened })
    // The same page whether or not the address had an account.
    return goTo(visit, 'check-mail')
  })

  pages.get('/:uid/check-mail', async (c) => {
    const visit = await visitOf(options, c)
    const { opened } = progressOf(visit.interaction)
    return opened ? showCheckMail(options, visit, opened) : goTo(visit, 'create-account')
  })
  pages.post('/:uid/check-mail', async (c) => {
    const visit = await visitOf(options, c)
    const { opened } = progressOf(visit.interaction)
    if (!opened) return goTo(visit, 'create-account')
    const address = options.clientAddress(c.env.incoming)
    const mailed = await mailAgain(options, { opened, language: visit.language, address })
    await saveProgress(visit.interaction, { opened: mailed })
    return goTo(visit, 'check-mail', { again: 'yes' })
  })

  // Whoever has just chosen the account's password need not type it again.
  pages.get('/:uid/continue', async (c) => {
    const visit = await visitOf(options, c)
    const { opened } = progressOf(visit.interaction)
    const account = opened && (await accountOpened(options.db, opened))
    return account ? finish(options, visit, account) : goTo(visit, 'sign-in', opened ? { claimed: 'yes' } : {})
  })

  pages.post('/:uid/cancel', async (c) => {
    await visitOf(options, c)
    const result = { error: 'access_denied', error_description: 'The person went back to the app' }
    return c.redirect(await options.provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
  })

  pages.onError((error, c) => {
    if (!(error instanceof errors.SessionNotFound)) throw error
    const language = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const context = { language, origin: options.origin, inLanguage: null }
    return c.html(renderPage(context, 'PageExpiredPage', {}), 400)
  })
  return pages
}
