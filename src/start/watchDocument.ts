import { pageOfPath, rememberLanguage } from '#src/i18n/language.ts'
import { watchLeaving } from '#src/platform/unloading.ts'
import { tokenKey } from '#src/storage/names.ts'

/** Hides from members what is for visitors (`[data-visitor]` in base.css). */
function markMember(): void {
  try {
    if (localStorage.getItem(tokenKey)) document.documentElement.dataset['member'] = ''
  } catch {
    // Storage is forbidden: nobody is signed in.
  }
}

/**
 * A document does not know the whole address: a link to another language leads to the same place in it, and is
 * remembered; a sign-in and joining return with the address's search, and where the document is of no address of its
 * own, to this one.
 */
function completeLink(link: HTMLAnchorElement): void {
  const { pathname, search, hash } = location
  if (link.hreflang !== '') {
    const [, lang = ''] = link.pathname.split('/')
    rememberLanguage(lang)
    link.href = pathname.replace(/^\/\w+/, `/${lang}`) + search + hash
  } else {
    const returnTo = new URLSearchParams(link.search).get('return_to')
    const rendered = link.closest<HTMLElement>('[data-prerendered]')?.dataset['prerendered']
    const returnsHere = returnTo === pathname || (rendered === '' && (returnTo !== null || link.pathname === '/login'))
    if (returnsHere) link.search = new URLSearchParams({ return_to: pathname + search }).toString()
  }
}

/**
 * Keeps the press of a button for the app; links and forms need none. Where the start has failed, a press tries it
 * again. Once the app is there, React answers.
 */
function keepPress({ target }: MouseEvent): void {
  if (!(target instanceof Element) || document.earlyPress === null) return
  const link = target.closest<HTMLAnchorElement>('[data-prerendered] a')
  if (link) completeLink(link)
  const button = target.closest<HTMLButtonElement>('[data-prerendered] button')
  if (!button) return
  if (!Object.hasOwn(document.documentElement.dataset, 'unstarted')) document.earlyPress = button
  else if (navigator.onLine) location.reload()
}

/** Keeps the browser's offer to install the app, which may come before the app (platform/installPrompt.ts). */
function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    document.installPrompt = event
  })
}

/** Names the page, of which a document may have no more than the chrome: base.css draws its outline. */
function markPage(): void {
  document.documentElement.dataset['page'] = pageOfPath(location.pathname)
}

/** What an inline script notices on every page until the app is there. */
export function watchDocument(): void {
  markMember()
  markPage()
  addEventListener('click', keepPress)
  watchLeaving()
  keepInstallPrompt()
}
