import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { PaymentResultPage } from '#src/features/registration/payment/PaymentResultPage.tsx'
import { RegistrationSuccessPage } from '#src/features/registration/RegistrationSuccessPage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-success')({
  validateSearch: ({ Ref }: { Ref?: string }): { Ref?: string | undefined } => ({ Ref }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardSuccess(context),
  loader: loadRegistrationCatalog,
  staticData: { needsMember: true },
  component: RegistrationSuccess,
})

function RegistrationSuccess() {
  const member = useRememberedMember()
  const { joined } = Route.useRouteContext()
  const { Ref: orderRef } = Route.useSearch()
  if (member && orderRef !== undefined) return <PaymentResultPage member={member} orderRef={orderRef} />
  return member && joined && <RegistrationSuccessPage member={member} {...joined} />
}
