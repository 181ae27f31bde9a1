import { Hono } from 'hono'
import { errors } from 'oidc-provider'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { EmailCode } from '#contract/member/email.ts'
import { StaticContents } from '#contract/content.ts'
import { formTypes } from '#contract/registration/formTypes.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { limiters } from '#server/gate/limiters.ts'
import { maxPasswordLength, minPasswordLength, passwordLength } from '#contract/member/password.ts'
import type { Purpose } from '#server/pages/identityForms.tsx'
import { renderPage } from '#server/pages/rendering.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { signIn } from './signIn.ts'
import { saveLanguage } from '#server/store/identity/accounts.ts'
import { takePasskeyOffer } from '#server/store/identity/passkeys.ts'
import { isCommonPassword } from './passwords/commonPasswords.ts'
import { chooseLanguage } from './languages.ts'
import { accountOpened, mailAgain, openAccount, type OpenedAccount } from './openAccount.ts'
import { proveByCode } from './proveAddress.ts'
import { type FaultReason, formErrorOf, statusOf } from './formErrors.ts'
import { relyingPartyOf } from './passkeys/ceremonies.ts'
import { progressOf, saveProgress, type SignedIn } from './progress.ts'
import { passkeyPages } from './passkeys/passkeyPages.ts'
import {
  addressOf,
  contextOf,
  type Environment,
  type FormPage,
  finishByPassword,
  goTo,
  type InteractionOptions,
  refusedAt,
  type Said,
  type Visit,
  visitOf,
} from './visits.ts'

/** Without a NUL, which no database takes. */
const TypedText = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll('\0', '')),
)

const Posted = v.object({
  email: v.optional(TypedText, ''),
  password: v.optional(v.string(), ''),
  /** Whether the device has passkeys of its own, as the page's script says. */
  passkeys: v.optional(v.string(), ''),
})
type Posted = v.InferOutput<typeof Posted>

const PostedCode = v.object({ code: v.string() })

const faultOf: Record<FormPage, (posted: Posted) => FaultReason | null> = {
  'sign-in': ({ email, password }) => {
    if (!v.is(Email, email)) return 'email'
    return password === '' ? 'passwordMissing' : null
  },
  'create-account': ({ email, password }) => {
    if (!v.is(Email, email)) return 'email'
    const length = passwordLength(password)
    if (length < minPasswordLength) return 'passwordShort'
    return length > maxPasswordLength ? 'passwordLong' : null
  },
}

/** The club's addresses, which the terms of an account link to; null while there are no terms to accept. */
async function readClubLinks(db: ConnectionPool) {
  const { editorial } = await publishedRecords(db)
  return editorial.takes_members === true ? v.parse(StaticContents.entries.club_links, editorial.club_links) : null
}

const Points = v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.transform(Number))
const Joining = v.picklist(formTypes)

/**
 * What the app says that the sign-in is for: a way to join, or tickets that wait on the device, with their points where
 * it knows them. Anybody can write an address: so it names what is on the device, and promises nothing.
 */
function purposeOf({ interaction }: Visit): Purpose {
  const { joining, waiting } = interaction.params
  const points = v.safeParse(Points, waiting)
  return {
    joining: v.is(Joining, joining) ? joining : null,
    tickets: waiting === undefined ? null : { points: points.success ? points.output : null },
  }
}

async function showForm(options: InteractionOptions, visit: Visit, page: FormPage) {
  const { interaction } = visit
  const hint = interaction.params['login_hint']
  const { typed } = progressOf(interaction)
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
  const purpose = purposeOf(visit)
  const clubLinks = page === 'sign-in' ? null : await readClubLinks(options.db)
  if (page === 'create-account' && clubLinks === null)
    return visit.c.html(renderPage(context, 'JoiningOpensSoonPage', { links }))
  const passkey =
    relyingPartyOf(options.origin) === null
      ? null
      : { options: addressOf(visit, 'passkey-request'), action: addressOf(visit, 'passkey') }
  const html =
    page === 'sign-in'
      ? renderPage(context, 'SignInPage', { links, email, why, purpose, fault, passkey })
      : renderPage(context, 'CreateAccountPage', {
          links,
          email,
          purpose,
          fee: options.redFee,
          fault,
          clubLinks: clubLinks ?? [],
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
    renderPage(context, 'CheckMailPage', { links, email, waitSeconds, isAgain, purpose: purposeOf(visit), fault }),
    statusOf(fault),
  )
}

/** The posted form, or the way back to its page, which names the fault. */
async function read(options: InteractionOptions, visit: Visit, page: FormPage) {
  const { c, interaction } = visit
  const posted = v.parse(v.fallback(Posted, { email: '', password: '', passkeys: '' }), await c.req.parseBody())
  await saveProgress(interaction, { typed: posted.email })
  const fault = faultOf[page](posted)
  if (fault) return goTo(visit, page, { fault })
  // Its length first: a very long one would take long to compare.
  if (page === 'create-account' && (await isCommonPassword(posted.password)))
    return goTo(visit, page, { fault: 'passwordCommon' })
  const email = v.parse(Email, posted.email)
  const address = options.clientAddress(c.env.incoming)
  const waitSeconds = await options.rateLimiter.consume({
    of: 'sign-in',
    scope: 'identity',
    account: email,
    address,
    guesses: 'passwords',
  })
  if (waitSeconds > 0) return goTo(visit, page, { fault: 'tooMany' })
  return { email, password: posted.password, address, hasPasskeys: posted.passkeys === 'yes' }
}

/** Goes on with the account that was asked for here, in the language of the page that one has come to meanwhile. */
async function finishOpened(options: InteractionOptions, visit: Visit, account: SignedIn): Promise<Response> {
  await saveLanguage(options.db, account.id, visit.language)
  return await finishByPassword(options, visit, account)
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
    if ((await readClubLinks(options.db)) === null) return goTo(visit, 'create-account')
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
    if ((await options.rateLimiter.consume({ of: 'sign-in', ...attempt, guesses: 'passwords' })) > 0)
      return goTo(visit, 'check-mail', { fault: 'tooMany' })
    const proved = await proveByCode(options, opened, code.output)
    if (typeof proved !== 'string') return finishOpened(options, visit, proved)
    return goTo(visit, 'check-mail', { fault: proved === 'mismatch' ? 'codeWrong' : 'codeExpired' })
  })

  // Whoever has just chosen the account's password need not type it again.
  pages.get('/:uid/continue', async (c) => {
    const visit = await visitOf(options, c)
    const { opened } = progressOf(visit.interaction)
    const account = opened && (await accountOpened(options.db, opened))
    return account ? finishOpened(options, visit, account) : goTo(visit, 'sign-in', opened ? { claimed: 'yes' } : {})
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
