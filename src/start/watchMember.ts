import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from '#src/i18n/activate.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { whenNothingIsTyped } from '#src/platform/quietMoment.ts'
import { watchAttentionNeeded } from '#src/session/attention.ts'
import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { watchSignInNeeded } from '#src/session/renewal.ts'
import { reportUnavailable } from './reportUnavailable.ts'
import type { AppRouter } from './router.tsx'

/** How long storage and the club may hold up a new sign-in, in milliseconds. */
const maxClosingMs = 3_000

/** Keeps the pages and their answers those of the member who is signed in. */
export function watchMember(queryClient: QueryClient, router: AppRouter): void {
  // A sign-out or another member's sign-in, in any tab: drop the earlier member's data.
  watchMemberChange((memberId) => {
    // A sign-out in another tab ends what this one remembers as well (src/platform/tabStorage.ts).
    if (memberId === null) sessionStorage.clear()
    import('#src/query/persistence.ts')
      .then(({ clearMemberQueries }) => clearMemberQueries(queryClient))
      .catch(reportUnavailable)
    const isMemberPage = router.state.matches.some(({ staticData }) => staticData.needsMember)
    if (!isMemberPage) return
    if (memberId === null) void router.navigate({ to: '/$lang', params: { lang: currentLanguage() } })
    // What became of the earlier member's request is nobody else's: the guards ask again whose the page is.
    else void router.invalidate()
  })
  // The scan pages ask for the sign-in themselves, so that a person with a ticket in their hand is not redirected away.
  watchSignInNeeded(() => whenNothingIsTyped(() => void renewSignIn()))
  async function renewSignIn() {
    // Whose account can be opened no more is forgotten first, and not asked for a password that no longer exists.
    const closings = import('#src/outbox/page/leaving.ts').then(({ finishClosings }) => finishClosings())
    await answerWithin(closings, maxClosingMs).catch(() => undefined)
    if (rememberedMember() === null) return
    const { pathname, href } = router.state.location
    // By location rather than by match: the page may still be loading.
    const [matchedRoutes] = router.getMatchedRoutes(pathname)
    if (matchedRoutes.some(({ options }) => options.staticData?.asksForSignIn)) return
    void router.navigate({ to: '/login', state: { returnTo: href, loginIntent: 'expired' } })
  }
  // Once: the calls that follow on the same page are told the same. `/login` has words of its own for it.
  let isPopupShown = false
  watchAttentionNeeded(() => {
    if (isPopupShown || router.state.location.pathname === '/login') return
    isPopupShown = true
    const showPopup = async () => (await import('#src/features/signIn/attentionPopup.tsx')).showAttentionPopup(router)
    showPopup().catch(() => (isPopupShown = false))
  })
}
