import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { errors, type Provider } from 'oidc-provider'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { EmailCode } from '#contract/member/email.ts'
import { StaticContents } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { noteSignIn } from '#server/gate/client.ts'
import { limiters } from '#server/gate/limiters.ts'
import { maxPasswordLength, minPasswordLength, passwordLength } from '#contract/member/password.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import { renderPage } from '#server/pages/rendering.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { signIn } from './signIn.ts'
import { type Account, findAccount, hasPassword } from '#server/store/identity/accounts.ts'
import { hasPasskey, takePasskeyOffer } from '#server/store/identity/passkeys.ts'
import { isCommonPassword } from './passwords/commonPasswords.ts'
import { chooseLanguage } from './languages.ts'
import { identityPath } from './issuer.ts'
import { accountOpened, mailAgain, openAccount, type OpenedAccount } from './openAccount.ts'
import { proveByCode } from './proveAddress.ts'
import { type FaultReason, formErrorOf, statusOf } from './formErrors.ts'
import type { PasskeyKeeper } from './passkeys/accountPasskeys.ts'
import { passkeyCreation, passkeyRequest, readMadePasskey, relyingPartyOf, usePasskey } from './passkeys/ceremonies.ts'
import { type Interaction, progressOf, saveProgress, type SignedIn } from './progress.ts'
import type { VerificationMails } from './email/verificationMails.ts'

export interface InteractionOptions {
  db: ConnectionPool
  provider: Provider
  origin: string
  rateLimiter: RateLimiter
  mails: VerificationMails
  keeper: PasskeyKeeper
  clientAddress: (request: HttpBindings['incoming']) => string
}

type Environment = { Bindings: HttpBindings }
type FormPage = 'sign-in' | 'create-account'
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
  /** Ticked: the privacy policy and the terms. */
  consent: v.optional(v.string(), ''),
  /** Whether the device has passkeys of its own, as the page's script says. */
  passkeys: v.optional(v.string(), ''),
})
type Posted = v.InferOutput<typeof Posted>

const PostedCode = v.object({ code: v.string() })
/** The browser's answer, as JSON. */
const PostedCredential = v.object({ credential: v.string() })

const faultOf: Record<FormPage, (posted: Posted) => FaultReason | null> = {
  'sign-in': ({ email, password }) => {
    if (!v.is(Email, email)) return 'email'
    return password === '' ? 'passwordMissing' : null
  },
  'create-account': ({ email, password, consent }) => {
    if (!v.is(Email, email)) return 'email'
    const length = passwordLength(password)
    if (length < minPasswordLength) return 'passwordShort'
    if (length > maxPasswordLength) return 'passwordLong'
    return consent === '' ? 'consent' : null
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

/** The club's addresses, which the consent links to. */
async function readClubLinks(db: ConnectionPool) {
  const { editorial } = await publishedRecords(db)
  return v.parse(StaticContents.entries.club_links, editorial.club_links)
}

/** The points that the app says wait on the person's device: digits alone, as anybody can write an address. */
const Waiting = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))

function waitingFor({ interaction }: Visit): number | null {
  const parsed = v.safeParse(Waiting, interaction.params['waiting'])
  return parsed.success ? parsed.output : null
}

async function showForm(options: InteractionOptions, visit: Visit, page: FormPage) {
  const { interaction } = visit
  const hint = interaction.params['login_hint']
  const { typed, agreed } = progressOf(interaction)
  const email = typed ?? (typeof hint === 'string' ? hint : '')
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
  const waiting = waitingFor(visit)
  const passkey =
    relyingPartyOf(options.origin) === null
      ? null
      : { options: addressOf(visit, 'passkey-request'), action: addressOf(visit, 'passkey') }
  const html =
    page === 'sign-in'
      ? renderPage(context, 'SignInPage', { links, email, why, waiting, fault, passkey })
      : renderPage(context, 'CreateAccountPage', {
          links,
          email,
          agreed,
          waiting,
          fault,
          clubLinks: await readClubLinks(options.db),
        })
  return visit.c.html(html, statusOf(fault))
}

function showCheckMail(options: InteractionOptions, visit: Visit, { email, nextMailAt }: OpenedAccount) {
  const isAgain = visit.c.req.query('again') === 'yes'
  const fault = formErrorOf(visit.c.req.query('fault'))
  const said: Said = { ...(fault && { fault: fault.reason }), ...(isAgain && { again: 'yes' }) }
  const context = contextOf(options, visit, 'check-mail', said)
  const links = {
    code: addressOf(visit, 'code'),
    goOn: addressOf(visit, 'continue'),
    again: addressOf(visit, 'check-mail'),
    change: addressOf(visit, 'create-account'),
  }
  const waitSeconds = Math.max(0, Math.ceil((nextMailAt - Date.now()) / 1000))
  return visit.c.html(
    renderPage(context, 'CheckMailPage', { links, email, waitSeconds, isAgain, waiting: waitingFor(visit), fault }),
    statusOf(fault),
  )
}

/**
 * The way back to a form for a network address that is known to be over the limit of guesses: of its request, nothing
 * else is looked at.
 */
function refusedAt({ rateLimiter, clientAddress }: InteractionOptions, c: Context<Environment>, page: FormPage) {
  const caller = { scope: 'identity', address: clientAddress(c.env.incoming), memberId: null }
  if (rateLimiter.knownWait('sign-in', caller) === 0) return null
  const lang = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
  const said = new URLSearchParams({ lang, fault: 'tooMany' satisfies FaultReason })
  const uid = encodeURIComponent(c.req.param('uid') ?? '')
  return c.redirect(`${identityPath}/interaction/${uid}/${page}?${said}`, 303)
}

/** The posted form, or the way back to its page, which names the fault. */
async function read(options: InteractionOptions, visit: Visit, page: FormPage) {
  const { c, interaction } = visit
  const posted = v.parse(
    v.fallback(Posted, { email: '', password: '', consent: '', passkeys: '' }),
    await c.req.parseBody(),
  )
  await saveProgress(interaction, { typed: posted.email, agreed: posted.consent !== '' })
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
  if (waitSeconds > 0) return goTo(visit, page, { fault: 'tooMany' })
  return { email, password: posted.password, address, hasPasskeys: posted.passkeys === 'yes' }
}

/**
 * Stores who has signed in, and resumes the app's request. A password that was changed while it was compared ends the
 * sign-ins that it finds stored: so what has proved the person is looked at again once this one is.
 */
async function finish(
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
function finishByPassword(options: InteractionOptions, visit: Visit, account: SignedIn): Promise<Response> {
  return finish(options, visit, account, () => hasPassword(options.db, account))
}

/** Where passkeys are asked for and offered, in the pages of an interaction. */
function passkeyPages(options: InteractionOptions): Hono<Environment> {
  const { db, origin, keeper } = options
  const pages = new Hono<Environment>()
  const asked = (now: Date) => ({ db, origin, purpose: 'sign_in', accountId: null, now }) as const
  const offered = ({ id: accountId }: SignedIn, now: Date) =>
    ({ db, origin, purpose: 'register', accountId, now }) as const
  const isLimited = async (c: Context<Environment>) => {
    const attempt = { scope: 'passkey', account: null, address: options.clientAddress(c.env.incoming) }
    return (await options.rateLimiter.consumeSignIn(attempt)) > 0
  }
  const credentialOf = async (c: Context<Environment>) =>
    v.parse(v.fallback(PostedCredential, { credential: '' }), await c.req.parseBody()).credential

  pages.post('/:uid/passkey-request', async (c) => {
    await visitOf(options, c)
    const waitSeconds = await options.rateLimiter.consumeVisit({ address: options.clientAddress(c.env.incoming) })
    if (waitSeconds > 0) return c.json({}, 429, { 'Retry-After': String(waitSeconds) })
    return c.json(await passkeyRequest(asked(new Date())))
  })
  pages.post('/:uid/passkey', async (c) => {
    const refused = refusedAt(options, c, 'sign-in')
    if (refused) return refused
    const visit = await visitOf(options, c)
    if (await isLimited(c)) return goTo(visit, 'sign-in', { fault: 'tooMany' })
    const used = await usePasskey(asked(new Date()), await credentialOf(c))
    // One for the pages of staff is for those alone: whoever ends there has nothing left here.
    const account = used?.forStaff === false ? await findAccount(db, used.accountId) : null
    if (!used || !account) return goTo(visit, 'sign-in', { fault: 'passkey' })
    return finish(options, visit, account, () => hasPasskey(db, { id: account.id, passkeyId: used.id }))
  })

  pages.get('/:uid/passkey-offer', async (c) => {
    const visit = await visitOf(options, c)
    if (!progressOf(visit.interaction).signedIn) return goTo(visit, 'sign-in')
    const fault = formErrorOf(c.req.query('fault'))
    const context = contextOf(options, visit, 'passkey-offer', fault ? { fault: fault.reason } : {})
    const links = {
      options: addressOf(visit, 'passkey-creation'),
      action: addressOf(visit, 'passkey-offer'),
      refusal: addressOf(visit, 'passkey-refusal'),
    }
    return c.html(renderPage(context, 'PasskeyOfferPage', { links, fault }), statusOf(fault))
  })
  pages.post('/:uid/passkey-creation', async (c) => {
    const { signedIn } = progressOf((await visitOf(options, c)).interaction)
    if (!signedIn) return c.json({}, 403)
    return c.json(await passkeyCreation(offered(signedIn, new Date()), signedIn))
  })
  pages.post('/:uid/passkey-offer', async (c) => {
    const visit = await visitOf(options, c)
    const { signedIn } = progressOf(visit.interaction)
    if (!signedIn) return goTo(visit, 'sign-in')
    const now = new Date()
    const made = await readMadePasskey(offered(signedIn, now), await credentialOf(c))
    const account = made && (await findAccount(db, signedIn.id))
    if (!account) return goTo(visit, 'passkey-offer', { fault: 'passkey' })
    const userAgent = c.req.header('user-agent') ?? null
    await keeper.keep({ account, made, userAgent, language: visit.language, now }, (transaction) =>
      hasPassword(transaction, signedIn),
    )
    return finishByPassword(options, visit, signedIn)
  })
  pages.post('/:uid/passkey-refusal', async (c) => {
    const visit = await visitOf(options, c)
    const { signedIn } = progressOf(visit.interaction)
    return signedIn ? finishByPassword(options, visit, signedIn) : goTo(visit, 'sign-in')
  })
  return pages
}

/** The pages on which a person signs in or creates an account during an authorization request of the app. */
export function interactionPages(options: InteractionOptions): Hono<Environment> {
  const pages = new Hono<Environment>()
  if (relyingPartyOf(options.origin) !== null) pages.route('/', passkeyPages(options))

  pages.get('/:uid', async (c) => {
    const visit = await visitOf(options, c)
    return showForm(options, visit, visit.interaction.prompt.name === 'create' ? 'create-account' : 'sign-in')
  })
  pages.get('/:uid/sign-in', async (c) => showForm(options, await visitOf(options, c), 'sign-in'))
  pages.get('/:uid/create-account', async (c) => showForm(options, await visitOf(options, c), 'create-account'))

  pages.post('/:uid/sign-in', async (c) => {
    const refused = refusedAt(options, c, 'sign-in')
    if (refused) return refused
    const visit = await visitOf(options, c)
    const form = await read(options, visit, 'sign-in')
    if (form instanceof Response) return form
    const account = await signIn(options.db, form.email, form.password)
    if (!account) return goTo(visit, 'sign-in', { fault: 'mismatch' })
    const canOffer = form.hasPasskeys && relyingPartyOf(options.origin) !== null
    if (!canOffer || !(await takePasskeyOffer(options.db, account.id, new Date())))
      return finishByPassword(options, visit, account)
    await saveProgress(visit.interaction, { signedIn: account })
    return goTo(visit, 'passkey-offer')
  })

  pages.post('/:uid/create-account', async (c) => {
    const refused = refusedAt(options, c, 'create-account')
    if (refused) return refused
    const visit = await visitOf(options, c)
    const form = await read(options, visit, 'create-account')
    if (form instanceof Response) return form
    const wanted = { ...form, language: visit.language }
    // A form that is sent twice at once makes one account, and one mail.
    const opened = await limiters.passwordHashing.run(() => openAccount(options, wanted))
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

  // Whoever has just chosen the account's password proves its address by the code alone, and is signed in with that.
  pages.post('/:uid/code', async (c) => {
    const visit = await visitOf(options, c)
    const { opened } = progressOf(visit.interaction)
    if (!opened) return goTo(visit, 'create-account')
    const { code: typed } = v.parse(v.fallback(PostedCode, { code: '' }), await c.req.parseBody())
    const code = v.safeParse(EmailCode, typed)
    if (!code.success) return goTo(visit, 'check-mail', { fault: 'codeShape' })
    const attempt = { scope: 'verify', account: opened.email, address: options.clientAddress(c.env.incoming) } as const
    if ((await options.rateLimiter.consumeSignIn({ ...attempt, guesses: 'passwords' })) > 0)
      return goTo(visit, 'check-mail', { fault: 'tooMany' })
    const proved = await proveByCode(options, opened, code.output)
    if (typeof proved !== 'string') return finishByPassword(options, visit, proved)
    return goTo(visit, 'check-mail', { fault: proved === 'mismatch' ? 'codeWrong' : 'codeExpired' })
  })

  // Whoever has just chosen the account's password need not type it again.
  pages.get('/:uid/continue', async (c) => {
    const visit = await visitOf(options, c)
    const { opened } = progressOf(visit.interaction)
    const account = opened && (await accountOpened(options.db, opened))
    return account
      ? finishByPassword(options, visit, account)
      : goTo(visit, 'sign-in', opened ? { claimed: 'yes' } : {})
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
