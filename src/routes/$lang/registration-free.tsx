import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { JoiningForm } from './-JoiningForm.tsx'
import { loadJoiningTexts } from './-loadJoiningTexts.ts'

export const Route = createFileRoute('/$lang/registration-free')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardForm('free', context),
  loader: loadJoiningTexts,
  staticData: { needsMember: true },
  component: RegistrationFree,
})

function RegistrationFree() {
  return <JoiningForm flow={flows.free} step={Route.useSearch().step} />
}
