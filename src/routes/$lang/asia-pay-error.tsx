import { createFileRoute } from '@tanstack/react-router'
import { PaymentErrorPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/asia-pay-error')({
  // However the gateway adds its own parameters, the name is there.
  validateSearch: ({ Ref, ...search }: { Ref?: string }): { Ref?: string | undefined; cancelled?: true } => ({
    Ref,
    ...('cancelled' in search && { cancelled: true }),
  }),
  loader: loadRegistrationCatalog,
  component: PaymentError,
})

function PaymentError() {
  const { Ref: orderRef, cancelled = false } = Route.useSearch()
  return <PaymentErrorPage orderRef={orderRef} isCancelled={cancelled} />
}
