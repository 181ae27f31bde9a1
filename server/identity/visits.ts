import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { errors, type Provider } from 'oidc-provider'
import type { Language } from '#contract/language.ts'
import { noteSignIn } from '#server/gate/client.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, hasPassword } from '#server/store/identity/accounts.ts'
import { chooseLanguage } from './languages.ts'
import { identityPath } from './issuer.ts'
import type { FaultReason } from './formErrors.ts'
import type { PasskeyKeeper } from './passkeys/accountPasskeys.ts'
import type { Interaction, SignedIn } from './progress.ts'
import type { VerificationMails } from './email/verificationMails.ts'

/** What the pages of a sign-in work with. */
export interface InteractionOptions {
  db: ConnectionPool
  provider: Provider
  origin: string
  rateLimiter: RateLimiter
  mails: VerificationMails
  keeper: PasskeyKeeper
  /** What Red and an application to the young audience scheme cost, in Hong Kong dollars. */
  redFee: number
  clientAddress: (request: HttpBindings['incoming']) => string
}

export type Environment = { Bindings: HttpBindings }
export type FormPage = 'sign-in' | 'create-account'
type Page =
  | FormPage
  | 'check-mail'
  | 'code'
  | 'continue'
  | 'cancel'
  | `passkey${'' | '-request' | '-offer' | '-creation' | '-refusal'}`

/**
 * What a page says about what came before it. Its address has these, so that a reload and another language say the
 * same.
 */
export interface Said {
  /** What is wrong with the form that was sent. */
  fault?: FaultReason
  /** An account was asked for, which the password chosen for it does not open. */
  claimed?: 'yes'
  /** The mail was asked for again. */
  again?: 'yes'
}

/** A request that belongs to a sign-in in progress. */
export interface Visit {
  c: Context<Environment>
  interaction: Interaction
  language: Language
}

/**
 * @throws SessionNotFound when the interaction has ended or belongs to another browser: address and cookie must name
 * the same one
 */
export async function visitOf({ provider }: InteractionOptions, c: Context<Environment>): Promise<Visit> {
  const interaction = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
  if (interaction.uid !== c.req.param('uid')) throw new errors.SessionNotFound('another interaction')
  const sources = [c.req.query('lang'), interaction.params['ui_locales'], c.req.header('accept-language')]
  return { c, interaction, language: chooseLanguage(...sources) }
}

/** The address of another page of the same sign-in. */
export function addressOf(
  { interaction, language }: Visit,
  page: Page,
  said: Said = {},
  inLanguage = language,
): string {
  return `${identityPath}/interaction/${interaction.uid}/${page}?${new URLSearchParams({ lang: inLanguage, ...said })}`
}

/** Answers a form: “back” never asks to send it again. */
export function goTo(visit: Visit, page: Page, said: Said = {}): Response {
  return visit.c.redirect(addressOf(visit, page, said), 303)
}

/** What a page is drawn with. */
export function contextOf({ origin }: InteractionOptions, visit: Visit, page: Page, said: Said): PageContext {
  const inLanguage = (language: Language) => addressOf(visit, page, said, language)
  return { language: visit.language, origin, inLanguage }
}

/**
 * The way back to a form for a network address that is known to be over the limit of guesses: of its request, nothing
 * else is looked at.
 */
export function refusedAt({ rateLimiter, clientAddress }: InteractionOptions, c: Context<Environment>, page: FormPage) {
  const address = clientAddress(c.env.incoming)
  if (rateLimiter.knownWait({ of: 'sign-in', scope: 'identity', account: null, address }) === 0) return null
  const lang = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
  const said = new URLSearchParams({ lang, fault: 'tooMany' satisfies FaultReason })
  const uid = encodeURIComponent(c.req.param('uid') ?? '')
  return c.redirect(`${identityPath}/interaction/${uid}/${page}?${said}`, 303)
}

/**
 * Stores who has signed in, and resumes the app's request. A password that was changed while it was compared ends the
 * sign-ins that it finds stored: so what has proved the person is looked at again once this one is.
 */
export async function finish(
  { provider }: InteractionOptions,
  visit: Visit,
  { id: accountId, emailVerified }: Pick<Account, 'id' | 'emailVerified'>,
  isStillProved: () => Promise<boolean>,
): Promise<Response> {
  const { incoming, outgoing } = visit.c.env
  // `create` answers prompt=create, whichever page the person chose.
  const result = { login: { accountId }, create: {} }
  const address = await provider.interactionResult(incoming, outgoing, result)
  if (await isStillProved()) {
    if (emailVerified) noteSignIn()
    return visit.c.redirect(address, 303)
  }
  await provider.interactionResult(incoming, outgoing, {})
  return goTo(visit, 'sign-in', { fault: 'mismatch' })
}

/** The same, for whoever knows the password. */
export function finishByPassword(options: InteractionOptions, visit: Visit, account: SignedIn): Promise<Response> {
  return finish(options, visit, account, () => hasPassword(options.db, account))
}
