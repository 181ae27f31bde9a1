import { createFileRoute } from '@tanstack/react-router'
import { PaymentRefusedPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/asia-pay-fail')({
  loader: loadRegistrationCatalog,
  component: PaymentRefusedPage,
})
