import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { ClubChrome } from './-ClubChrome.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { rememberedMember } from '#src/session/member.ts'
import { LoginPage } from '#src/features/signIn/LoginPage.tsx'
import { SigningIn } from '#src/features/chrome/SigningIn.tsx'
import { currentLanguage, loadMemberCatalog } from '#src/i18n/activate.ts'
import { keepPageLanguage } from '#src/i18n/language.ts'

/** The provider's other parameters stay in the address: they are needed to complete the sign-in. */
const LoginSearch = v.looseObject({
  code: v.optional(v.string()),
  error: v.optional(v.string()),
  redirect: v.optional(v.string()),
  /** The page to return to, as links of documents say it: they work before the app can pass on a state. */
  return_to: v.optional(v.string()),
})

export const Route = createFileRoute('/login')({
  validateSearch: LoginSearch,
  loaderDeps: ({ search: { code, error, redirect: target, return_to } }) => ({
    code,
    error,
    redirect: target,
    return_to,
  }),
  loader: async ({ context, deps, location }) => {
    keepPageLanguage(currentLanguage())
    // Loaded on demand: every page loads the routes, but only this one signs in.
    const [{ handleLoginCallback }, { claimJoinedFor, isLedToTickets, waitingPoints }] = await Promise.all([
      import('#src/session/signIn.ts'),
      import('#src/features/scan/visitor/signInTickets.ts'),
      loadMemberCatalog(),
    ])
    const wasNobody = rememberedMember() === null
    const isCallback = deps.code !== undefined || deps.error !== undefined
    const returnTo = deps.return_to ?? location.state.returnTo
    const readContents = () => context.queryClient.ensureQueryData(contentQueries.staticContents())
    const outcome = await handleLoginCallback({
      search: deps,
      url: window.location.origin + location.href,
      returnTo,
      intent: location.state.loginIntent,
      hint: location.state.loginHint,
      waiting: wasNobody && !isCallback ? await waitingPoints(readContents) : undefined,
      lang: currentLanguage(),
    })
    if (outcome.kind !== 'redirect') return outcome
    const member = deps.code === undefined ? null : rememberedMember()
    if (member !== null && wasNobody)
      (await import('#src/features/registration/visitorsTab.ts')).takeOverTab(outcome.path)
    // Tickets that a visitor scanned, opened or shared are taken in after the sign-in, wherever it began.
    const isNew = outcome.arrival === 'registered'
    const claimed = member !== null && isNew ? await claimJoinedFor(member, outcome.path) : null
    const isLed = claimed === null && member !== null && (await isLedToTickets(member.id, outcome.path))
    const href = claimed ?? (isLed ? `/${currentLanguage()}/add-ticket` : outcome.path)
    throw redirect({ href, replace: true, ...(outcome.arrival && { state: { arrival: outcome.arrival } }) })
  },
  // Of several calls that were refused, the first has led here: the others must not make it the page to return to.
  staticData: { asksForSignIn: true },
  pendingMs: 0,
  pendingComponent: SigningIn,
  component: Login,
})

function Login() {
  return (
    <ClubChrome>
      <LoginPage problem={Route.useLoaderData()} />
    </ClubChrome>
  )
}
