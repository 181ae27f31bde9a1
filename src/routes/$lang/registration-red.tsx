import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { JoiningForm } from './-JoiningForm.tsx'
import { loadJoiningTexts } from './-loadJoiningTexts.ts'

export const Route = createFileRoute('/$lang/registration-red')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/gate.ts')).openForm('red', context),
  loader: loadJoiningTexts,
  staticData: { needsMember: true },
  component: RegistrationRed,
})

function RegistrationRed() {
  return <JoiningForm flow={flows.red} step={Route.useSearch().step} />
}
