import { createFileRoute } from '@tanstack/react-router'
import { PaymentRefusedPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/asia-pay-fail')({
  validateSearch: ({ Ref }: { Ref?: string }): { Ref?: string | undefined } => ({ Ref }),
  loader: loadRegistrationCatalog,
  component: PaymentRefused,
})

function PaymentRefused() {
  const { Ref: orderRef } = Route.useSearch()
  return <PaymentRefusedPage orderRef={orderRef} />
}
