import { createFileRoute } from '@tanstack/react-router'
import { PaymentErrorPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadJoiningTexts } from './-loadJoiningTexts.ts'

export const Route = createFileRoute('/$lang/asia-pay-error')({
  loader: loadJoiningTexts,
  component: PaymentErrorPage,
})
