import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { UpgradeForm } from '#src/features/registration/upgrades/UpgradeForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-sc')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardUpgrade('sc', context),
  loader: loadRegistrationCatalog,
  component: RegistrationSc,
})

function RegistrationSc() {
  return (
    <UpgradeForm kind="sc" flow={flows.sc} upgrade={Route.useRouteContext().upgrade} step={Route.useSearch().step} />
  )
}
