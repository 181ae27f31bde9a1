import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { flows } from '#src/features/registration/flows.ts'
import { PaymentPage } from '#src/features/registration/payment/PaymentPage.tsx'
import { paymentStep } from '#src/features/registration/payment/paymentStep.ts'
import { YouthSignInPage } from '#src/features/registration/youth/YouthSignInPage.tsx'
import { JoiningForm } from '#src/features/registration/JoiningForm.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

interface Search {
  step?: string | undefined
  /** The link is for newcomers. */
  join?: string | undefined
}

export const Route = createFileRoute('/$lang/registration-ya')({
  validateSearch: ({ step, join }: Search): Search => ({ step, join }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardYouth(context),
  loader: loadRegistrationCatalog,
  component: RegistrationYa,
})

function RegistrationYa() {
  const member = useRememberedMember()
  const { step } = Route.useSearch()
  if (!member) return <YouthSignInPage />
  return step === paymentStep ? <PaymentPage purpose="youth" /> : <JoiningForm flow={flows.ya} step={step} />
}
