import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { UpgradeForm } from '#src/features/registration/upgrades/UpgradeForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-free-tier-upgrade')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) =>
    (await import('#src/features/registration/guards.ts')).guardUpgrade('free_tier_upgrade', context),
  loader: loadRegistrationCatalog,
  component: RegistrationFreeTierUpgrade,
})

function RegistrationFreeTierUpgrade() {
  const { upgrade } = Route.useRouteContext()
  return (
    <UpgradeForm
      kind="free_tier_upgrade"
      flow={flows['free-tier-upgrade']}
      upgrade={upgrade}
      step={Route.useSearch().step}
    />
  )
}
