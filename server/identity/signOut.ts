import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Language } from '#contract/language.ts'
import { mount } from './mount.ts'
import { chooseLanguage } from './languages.ts'
import type { PageContext } from './pages/layout.ts'
import { signOutPage } from './pages/notices.ts'

/** The cookie that keeps somebody signed in at the provider. */
export const sessionCookie = { httpOnly: true, sameSite: 'lax', path: mount, signed: true, overwrite: true } as const

interface PageOptions {
  origin: string
  stylesheet: string
}

/** The page of a request that oidc-provider itself answers, in the language that it asks for. */
export function pageContext(ctx: KoaContextWithOIDC, { origin, stylesheet }: PageOptions): PageContext {
  const hint = ctx.oidc.params?.['ui_locales'] ?? ctx.query['ui_locales']
  const language = chooseLanguage(ctx.query['lang'], hint, ctx.get('accept-language'))
  const here = new URL(mount + ctx.url, origin)
  const inLanguage = (other: Language) => {
    const url = new URL(here)
    url.searchParams.set('lang', other)
    return url.pathname + url.search
  }
  return { language, origin, stylesheet, inLanguage: ctx.method === 'GET' ? inLanguage : null }
}

/** Whether a page of this origin sent the browser here: browsers say so themselves, older ones by the referrer alone. */
function comesFromOwnPage(ctx: KoaContextWithOIDC, origin: string): boolean {
  const site = ctx.get('sec-fetch-site')
  return site ? site === 'same-origin' : URL.parse(ctx.get('referer'))?.origin === origin
}

/**
 * Signs out at once where the request proves whose it is: it comes from the app's own page, or brings an id_token of the signed-in
 * account. Else asks, so that a link on another page can sign nobody out.
 */
export async function signOut(ctx: KoaContextWithOIDC, form: string, options: PageOptions): Promise<void> {
  const { session, provider, params, entities } = ctx.oidc
  const authorizations = Object.values(session?.authorizations ?? {})
  const isProven = comesFromOwnPage(ctx, options.origin) || entities.IdTokenHint?.payload['sub'] === session?.accountId
  if (!session || !isProven) {
    // Whoever signs out means the tokens too; the library would let them live on, because they outlive an expired session.
    for (const authorization of authorizations) authorization.persistsLogout = false
    ctx.body = (await signOutPage(pageContext(ctx, options), form)).toString()
    return
  }
  for (const { grantId } of authorizations) {
    if (!grantId) continue
    const models = [provider.AccessToken, provider.AuthorizationCode, provider.RefreshToken]
    await Promise.all(models.map((model) => model.revokeByGrantId(grantId)))
    await (await provider.Grant.find(grantId))?.destroy()
  }
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, sessionCookie)
  const target = new URL(
    typeof params?.['post_logout_redirect_uri'] === 'string' ? params['post_logout_redirect_uri'] : options.origin,
  )
  if (typeof params?.['state'] === 'string') target.searchParams.set('state', params['state'])
  ctx.status = 303
  ctx.redirect(target.href)
}
