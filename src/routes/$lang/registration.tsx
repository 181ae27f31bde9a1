import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { RegistrationEntryPage } from '#src/features/registration/RegistrationEntryPage.tsx'
import { TierChoicePage } from '#src/features/registration/TierChoicePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

interface Search {
  step?: string | undefined
  /** The page to return to, as links of documents say it: they work before the app can pass on a state. */
  return_to?: string | undefined
}

export const Route = createFileRoute('/$lang/registration')({
  validateSearch: ({ step, return_to }: Search): Search => ({
    step,
    return_to: typeof return_to === 'string' ? return_to : undefined,
  }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardEntry(context),
  loader: loadRegistrationCatalog,
  component: Registration,
})

/** Visitors say who they are; members who have signed in choose their tier. */
function Registration() {
  const member = useRememberedMember()
  const { return_to: cameFrom = null } = Route.useSearch()
  return member ? <TierChoicePage memberId={member.id} /> : <RegistrationEntryPage cameFrom={cameFrom} />
}
