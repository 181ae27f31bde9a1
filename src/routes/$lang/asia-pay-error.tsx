import { createFileRoute } from '@tanstack/react-router'
import { PaymentErrorPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/asia-pay-error')({
  loader: loadRegistrationCatalog,
  component: PaymentErrorPage,
})
