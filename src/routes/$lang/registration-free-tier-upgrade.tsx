import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { OfferForm } from '#src/features/registration/offers/OfferForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-free-tier-upgrade')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) =>
    (await import('#src/features/registration/guards.ts')).guardOffer('free-tier-upgrade', context),
  loader: loadRegistrationCatalog,
  component: RegistrationFreeTierUpgrade,
})

function RegistrationFreeTierUpgrade() {
  const { offer } = Route.useRouteContext()
  return <OfferForm flow={flows['free-tier-upgrade']} offer={offer} step={Route.useSearch().step} />
}
