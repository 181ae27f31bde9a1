import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { OfferForm } from '#src/features/registration/offers/OfferForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-sc')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardOffer('sc', context),
  loader: loadRegistrationCatalog,
  component: RegistrationSc,
})

function RegistrationSc() {
  return <OfferForm flow={flows.sc} offer={Route.useRouteContext().offer} step={Route.useSearch().step} />
}
