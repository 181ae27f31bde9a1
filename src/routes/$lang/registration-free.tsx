import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { JoiningForm } from '#src/features/registration/JoiningForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

interface Search {
  step?: string | undefined
  return_to?: string | undefined
}

export const Route = createFileRoute('/$lang/registration-free')({
  /** `return_to`: the page that a visitor comes from, as links of documents say it. */
  validateSearch: ({ step, return_to }: Search): Search => ({
    step,
    return_to: typeof return_to === 'string' ? return_to : undefined,
  }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardFree(context),
  loader: loadRegistrationCatalog,
  staticData: { needsMember: true },
  component: RegistrationFree,
})

function RegistrationFree() {
  return <JoiningForm flow={flows.free} step={Route.useSearch().step} />
}
