import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { JoiningForm } from '#src/features/registration/JoiningForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-free')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardForm('free', context),
  loader: loadRegistrationCatalog,
  staticData: { needsMember: true },
  component: RegistrationFree,
})

function RegistrationFree() {
  return <JoiningForm flow={flows.free} step={Route.useSearch().step} />
}
