import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import type { Language } from '#contract/language.ts'
import { placeOf } from '#server/domain/userAgent.ts'
import { isCrossSite } from '#server/http/crossSite.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import { type FaultReason, formErrorOf, statusOf } from '#server/identity/formErrors.ts'
import { chooseLanguage } from '#server/identity/languages.ts'
import { passkeyRequest, relyingPartyOf, usePasskey } from '#server/identity/passkeys/ceremonies.ts'
import { signIn } from '#server/identity/signIn.ts'
import type { AddMail } from '#server/mail/mailer.ts'
import { renderPage } from '#server/pages/rendering.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { readStaffSession, signInStaff, signOutStaff, staffSessionMs } from '#server/services/staff/staffSessions.ts'
import { isDemoStaff } from '#server/store/staff/staffMembers.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { acceptInvitation, invitedCreation } from './invitations.ts'
import { staffCookie } from '#contract/endpoint.ts'
import { staffTokenOf } from './staffSession.ts'

type Environment = { Bindings: HttpBindings }
type Visit = Context<Environment>

interface StaffSignInOptions {
  db: ConnectionPool
  origin: string
  addMail: AddMail
  rateLimiter: RateLimiter
  clientAddress: (request: HttpBindings['incoming']) => string
  trustProxy: number
  /** Whether the demo season's staff sign in with its public password: on a loopback address only. */
  hasDemo: boolean
}

/** Where staff sign in, and where they are sent from there. */
const signInPath = '/identity/staff'
const home = '/staff'

const formLimit = 16 * 1024

/** The page to return to: one of staff, or their home. */
function returnTo(c: Visit): string {
  // Read as a browser reads it, which drops and escapes what no header may have.
  const base = 'https://club.invalid'
  const wanted = URL.parse(c.req.query('return_to') ?? home, base)
  return wanted?.origin === base && /^\/staff(?:\/|$)/.test(wanted.pathname) ? wanted.pathname + wanted.search : home
}

function languageOf(c: Visit): Language {
  return chooseLanguage(c.req.query('lang'), returnTo(c).split('/')[2], c.req.header('accept-language'))
}

/** Whose page asks for a confirmation: nobody else signs in there. Null where anybody may. */
const wantedAccount = (c: Visit): string | null => c.req.query('step_up') || null
const isWanted = (c: Visit, accountId: string) => [null, accountId].includes(wantedAccount(c))

/** Where somebody goes on who is signed in: home in the language of the page. */
function destinationOf(c: Visit): string {
  const page = returnTo(c)
  return page === home ? `${home}/${languageOf(c)}/today` : page
}

/** The address of the page, in a language, with what is wrong. */
function addressOf(c: Visit, said: { fault?: FaultReason; lang?: Language } = {}): string {
  const account = wantedAccount(c)
  const query = { return_to: returnTo(c), ...(account && { step_up: account }), lang: languageOf(c), ...said }
  return `${signInPath}?${new URLSearchParams(query)}`
}

const Posted = v.object({ email: Email, password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)) })

const tooMany = (c: Visit) => c.json({}, 429)
const invitationIn = (lang: Language) => `${signInPath}/invitation?lang=${lang}`

/** Why an invitation is answered in vain, as an address says it. */
const refusalOf = (said: string | undefined) => (said === 'ended' || said === 'last_owner' ? said : null)

/** What was typed as an address, unless it is longer than any: an answer's head has little room. */
const TypedEmail = v.fallback(v.pipe(v.string(), v.maxLength(254)), '')

const text = v.fallback(v.string(), '')
/** What the script sends: the browser's answer, as JSON, and the token of a link. */
const PostedCredential = v.object({ credential: text, token: text })

/** The pages on which staff sign in and out. */
export function staffSignInSite(options: StaffSignInOptions): Hono<Environment> {
  const { db, origin, addMail, rateLimiter, clientAddress, trustProxy, hasDemo } = options
  const { name: cookie, isSecure } = staffCookie(origin)
  const hasPasskeys = relyingPartyOf(origin) !== null
  const site = new Hono<Environment>()
  for (const path of [signInPath, `${signInPath}/*`]) {
    site.use(path, limitConcurrency(trustProxy), bodyLimit({ maxSize: formLimit }), async (c, next) => {
      c.header('Cache-Control', 'no-store')
      if (c.req.method === 'POST' && isCrossSite(c.req.raw.headers, origin)) return c.text('Forbidden', 403)
      return next()
    })
  }

  function setSession(c: Visit, token: string): void {
    const lasts = { path: '/', maxAge: staffSessionMs / 1000 }
    setCookie(c, cookie, token, { ...lasts, httpOnly: true, secure: isSecure, sameSite: 'Strict' })
  }

  /** Whose passkeys are named: only who is signed in is told of theirs. Null where the browser asks for any. */
  async function askedAccount(c: Visit): Promise<string | null> {
    const token = wantedAccount(c) === null ? null : staffTokenOf(c.req.raw.headers, origin)
    const accountId = (token && (await readStaffSession(db, token, new Date()))?.accountId) || null
    return accountId === wantedAccount(c) ? accountId : null
  }

  /** Signs somebody in who has just proved to be there. Resolves to false where they serve the club no more. */
  async function begin(c: Visit, accountId: string): Promise<boolean> {
    const earlier = staffTokenOf(c.req.raw.headers, origin)
    const place = placeOf(c.req.header('user-agent') ?? null)
    const token = await signInStaff(db, { accountId, now: new Date(), earlier, ...place })
    if (token !== null) setSession(c, token)
    return token !== null
  }

  /** The address of another page of these, which goes on in the same way. */
  const beside = (c: Visit, path: string) => `${signInPath}/${path}${new URL(addressOf(c), origin).search}`
  const linksTo = (c: Visit, request: string, action: string) =>
    hasPasskeys ? { options: beside(c, request), action: beside(c, action) } : null

  site.get(signInPath, (c) => {
    const fault = formErrorOf(c.req.query('fault'))
    const inLanguage = (lang: Language) => addressOf(c, { lang, ...(fault && { fault: fault.reason }) })
    const page = renderPage({ language: languageOf(c), origin, inLanguage }, 'StaffSignInPage', {
      passkey: linksTo(c, 'request', 'passkey'),
      demo: hasDemo ? addressOf(c) : null,
      isStepUp: wantedAccount(c) !== null,
      fault,
    })
    return c.html(page, statusOf(fault))
  })

  site.post(signInPath, async (c) => {
    const form = await c.req.parseBody()
    const posted = v.safeParse(Posted, form)
    // The page's script puts the typed address back: after the #, which no server sees.
    const typed = new URLSearchParams({ email: v.parse(TypedEmail, form['email']) })
    const refuse = (fault: FaultReason) => c.redirect(`${addressOf(c, { fault })}#${typed}`, 303)
    if (!hasDemo || !posted.success) return refuse('mismatch')
    const { email, password } = posted.output
    const attempt = { scope: 'staff', account: email, address: clientAddress(c.env.incoming) }
    if ((await rateLimiter.consume({ of: 'sign-in', ...attempt, guesses: 'passwords' })) > 0) return refuse('tooMany')
    const account = await signIn(db, email, password)
    const isTheirs = account !== null && isWanted(c, account.id)
    const isIn = isTheirs && (await isDemoStaff(db, account.id)) && (await begin(c, account.id))
    return isIn ? c.redirect(destinationOf(c), 303) : refuse('mismatch')
  })

  const asked = async (c: Visit) =>
    ({ db, origin, purpose: 'staff', accountId: await askedAccount(c), now: new Date() }) as const
  const isLimited = async (c: Visit) => {
    const attempt = { scope: 'staff', account: null, address: clientAddress(c.env.incoming) }
    return (await rateLimiter.consume({ of: 'sign-in', ...attempt })) > 0
  }

  if (hasPasskeys) {
    site.post(`${signInPath}/request`, async (c) =>
      (await isLimited(c)) ? tooMany(c) : c.json(await passkeyRequest(await asked(c))),
    )
    site.post(`${signInPath}/passkey`, async (c) => {
      const refuse = (fault: FaultReason) => c.redirect(addressOf(c, { fault }), 303)
      if (await isLimited(c)) return refuse('tooMany')
      const { credential } = v.parse(PostedCredential, await c.req.parseBody())
      const used = await usePasskey(await asked(c), credential)
      const isIn = used?.forStaff === true && isWanted(c, used.accountId) && (await begin(c, used.accountId))
      return isIn ? c.redirect(destinationOf(c), 303) : refuse('passkey')
    })
    site.get(`${signInPath}/invitation`, (c) => {
      const fault = formErrorOf(c.req.query('fault'))
      const page = renderPage({ language: languageOf(c), origin, inLanguage: invitationIn }, 'StaffInvitationPage', {
        passkey: linksTo(c, 'invitation-creation', 'invitation'),
        refusal: refusalOf(c.req.query('refusal')),
        fault,
      })
      return c.html(page, statusOf(fault))
    })
    site.post(`${signInPath}/invitation-creation`, async (c) => {
      if (await isLimited(c)) return tooMany(c)
      const { token } = v.parse(PostedCredential, await c.req.parseBody())
      const creation = await invitedCreation({ db, origin, token, now: new Date() })
      return creation === null ? c.json({}, 410) : c.json(creation)
    })
    site.post(`${signInPath}/invitation`, async (c) => {
      const refuse = (said: Record<string, string>) =>
        c.redirect(`${beside(c, 'invitation')}&${new URLSearchParams(said)}`, 303)
      if (await isLimited(c)) return refuse({ fault: 'tooMany' })
      const { token, credential } = v.parse(PostedCredential, await c.req.parseBody())
      const userAgent = c.req.header('user-agent') ?? null
      const by = { credential, userAgent, place: placeOf(userAgent), language: languageOf(c), addMail }
      const accepted = await acceptInvitation({ db, origin, token, now: new Date() }, by)
      if (accepted === 'ended' || accepted === 'last_owner') return refuse({ refusal: accepted })
      // The link goes on: what is after the `#` stays with the browser.
      if (accepted === 'refused') return refuse({ fault: 'passkey' })
      setSession(c, accepted.token)
      // The pages make another address of this one, and the link's token is in none.
      return c.redirect(`${home}/${languageOf(c)}`, 303)
    })
  }

  site.post(`${signInPath}/sign-out`, async (c) => {
    const token = staffTokenOf(c.req.raw.headers, origin)
    if (token !== null) await signOutStaff(db, token)
    deleteCookie(c, cookie, { path: '/', secure: isSecure })
    return c.redirect(addressOf(c), 303)
  })
  return site
}
