import { createFileRoute } from '@tanstack/react-router'
import { PaymentErrorPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'

export const Route = createFileRoute('/$lang/asia-pay-error')({
  beforeLoad: async () => (await import('#src/features/registration/gate.ts')).loadTexts(),
  component: PaymentErrorPage,
})
