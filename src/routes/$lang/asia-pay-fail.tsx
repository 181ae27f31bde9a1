import { createFileRoute } from '@tanstack/react-router'
import { PaymentRefusedPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadJoiningTexts } from './-loadJoiningTexts.ts'

export const Route = createFileRoute('/$lang/asia-pay-fail')({
  loader: loadJoiningTexts,
  component: PaymentRefusedPage,
})
