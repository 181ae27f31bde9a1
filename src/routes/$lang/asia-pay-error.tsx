import { createFileRoute } from '@tanstack/react-router'
import { PaymentErrorPage } from '#src/features/registration/payment/PaymentFailurePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/asia-pay-error')({
  // The gateway may add its own parameters by a second question mark: they are then in the value of ours.
  validateSearch: ({
    Ref,
    cancelled,
  }: {
    Ref?: string
    cancelled?: string
  }): { Ref?: string | undefined; cancelled?: true } => ({
    Ref: Ref ?? /\?Ref=([^&]+)/.exec(cancelled ?? '')?.[1],
    ...(cancelled !== undefined && { cancelled: true }),
  }),
  loader: loadRegistrationCatalog,
  component: PaymentError,
})

function PaymentError() {
  const { Ref: orderRef, cancelled = false } = Route.useSearch()
  return <PaymentErrorPage orderRef={orderRef} isCancelled={cancelled} />
}
