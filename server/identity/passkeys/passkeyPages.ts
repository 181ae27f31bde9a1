import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { renderPage } from '#server/pages/rendering.ts'
import { findAccount, hasPassword } from '#server/store/identity/accounts.ts'
import { hasPasskey } from '#server/store/identity/passkeys.ts'
import { formErrorOf, statusOf } from '../formErrors.ts'
import { passkeyCreation, passkeyRequest, readMadePasskey, usePasskey } from './ceremonies.ts'
import { progressOf, type SignedIn } from '../progress.ts'
import {
  addressOf,
  contextOf,
  type Environment,
  finish,
  finishByPassword,
  goTo,
  type InteractionOptions,
  refusedAt,
  visitOf,
} from '../visits.ts'

/** The browser's answer, as JSON. */
const PostedCredential = v.object({ credential: v.string() })

const credentialOf = async (c: Context<Environment>) =>
  v.parse(v.fallback(PostedCredential, { credential: '' }), await c.req.parseBody()).credential

/** Where passkeys are asked for and offered, in the pages of an interaction. */
export function passkeyPages(options: InteractionOptions): Hono<Environment> {
  const { db, origin, keeper } = options
  const pages = new Hono<Environment>()
  const asked = (now: Date) => ({ db, origin, purpose: 'sign_in', accountId: null, now }) as const
  const offered = ({ id: accountId }: SignedIn, now: Date) =>
    ({ db, origin, purpose: 'register', accountId, now }) as const
  const isLimited = async (c: Context<Environment>) => {
    const attempt = { scope: 'passkey', account: null, address: options.clientAddress(c.env.incoming) }
    return (await options.rateLimiter.consume({ of: 'sign-in', ...attempt })) > 0
  }

  pages.post('/:uid/passkey-request', async (c) => {
    await visitOf(options, c)
    const waitSeconds = await options.rateLimiter.consume({
      of: 'visit',
      address: options.clientAddress(c.env.incoming),
    })
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
