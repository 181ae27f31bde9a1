import { preferredLanguage } from '#src/i18n/language.ts'

/*
 * The inline script of the page without a language (server/render/writePages.ts): `/` leads to home in the person's
 * language before the app has loaded, which on a slow phone takes seconds. Within the app, the route does the same.
 */
if (location.pathname === '/') location.replace(`/${preferredLanguage()}${location.search}${location.hash}`)
