import { createFileRoute } from '@tanstack/react-router'
import { PaymentErrorPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/asia-pay-error')({
  // However the gateway adds its own parameters, the name is there.
  validateSearch: (search: Record<string, unknown>): { cancelled?: true } =>
    'cancelled' in search ? { cancelled: true } : {},
  loader: loadRegistrationCatalog,
  component: PaymentError,
})

function PaymentError() {
  const { cancelled = false } = Route.useSearch()
  return <PaymentErrorPage isCancelled={cancelled} />
}
