import { createFileRoute } from '@tanstack/react-router'
import { flows } from '#src/features/registration/flows.ts'
import { PaymentPage } from '#src/features/registration/payment/PaymentPage.tsx'
import { paymentStep } from '#src/features/registration/payment/paymentStep.ts'
import { JoiningForm } from '#src/features/registration/JoiningForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

interface Search {
  step?: string | undefined
  /** The link is for newcomers. */
  join?: string | undefined
}

export const Route = createFileRoute('/$lang/registration-red')({
  validateSearch: ({ step, join }: Search): Search => ({ step, join }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardRed(context),
  loader: loadRegistrationCatalog,
  staticData: { needsMember: true },
  component: RegistrationRed,
})

function RegistrationRed() {
  const { step } = Route.useSearch()
  return step === paymentStep ? <PaymentPage purpose="tier" /> : <JoiningForm flow={flows.red} step={step} />
}
