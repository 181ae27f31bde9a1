import { createFileRoute } from '@tanstack/react-router'
import { PaymentRefusedPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'

export const Route = createFileRoute('/$lang/asia-pay-fail')({
  beforeLoad: async () => (await import('#src/features/registration/gate.ts')).loadTexts(),
  component: PaymentRefusedPage,
})
