import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Language } from '#contract/language.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { identityPath } from './issuer.ts'
import { chooseLanguage } from './languages.ts'

/** The cookie of a session at the provider. */
export const sessionCookie = {
  httpOnly: true,
  sameSite: 'lax',
  path: identityPath,
  signed: true,
  overwrite: true,
} as const

/** The page context of a request that oidc-provider answers itself. */
export function pageContext(ctx: KoaContextWithOIDC, origin: string): PageContext {
  const hint = ctx.oidc.params?.['ui_locales'] ?? ctx.query['ui_locales']
  const language = chooseLanguage(ctx.query['lang'], hint, ctx.get('accept-language'))
  const here = new URL(identityPath + ctx.url, origin)
  const inLanguage = (other: Language) => {
    const url = new URL(here)
    url.searchParams.set('lang', other)
    return url.pathname + url.search
  }
  return { language, origin, inLanguage: ctx.method === 'GET' ? inLanguage : null }
}

/** Whether a page of this origin sent the browser here. Older browsers only send the referrer. */
function comesFromOwnPage(ctx: KoaContextWithOIDC, origin: string): boolean {
  const site = ctx.get('sec-fetch-site')
  return site ? site === 'same-origin' : URL.parse(ctx.get('referer'))?.origin === origin
}

/**
 * Signs out at once when the request proves its origin: it comes from the app's own page, or carries an id_token of the
 * signed-in account. Otherwise asks, so that a link on another site cannot sign people out.
 */
export async function signOut(ctx: KoaContextWithOIDC, form: string, origin: string): Promise<void> {
  const { session, provider, params, entities } = ctx.oidc
  const isProven = comesFromOwnPage(ctx, origin) || entities.IdTokenHint?.payload['sub'] === session?.accountId
  if (!session || !isProven) {
    ctx.body = await renderPage(pageContext(ctx, origin), 'SignOutPage', { form })
    return
  }
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue
    const models = [provider.AccessToken, provider.AuthorizationCode]
    await Promise.all(models.map((model) => model.revokeByGrantId(grantId)))
    await (await provider.Grant.find(grantId))?.destroy()
  }
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, sessionCookie)
  const target = new URL(
    typeof params?.['post_logout_redirect_uri'] === 'string' ? params['post_logout_redirect_uri'] : origin,
  )
  if (typeof params?.['state'] === 'string') target.searchParams.set('state', params['state'])
  ctx.status = 303
  ctx.redirect(target.href)
}
