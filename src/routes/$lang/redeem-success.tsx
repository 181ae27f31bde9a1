import { createFileRoute } from '@tanstack/react-router'
import { MilesSuccessPage } from '#src/features/miles/MilesSuccessPage.tsx'
import { RedeemSuccessPage } from '#src/features/offers/redeeming/RedeemSuccessPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/redeem-success')({
  beforeLoad: async (context) => (await import('#src/features/miles/results.ts')).requireSuccess(context),
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: RedeemSuccess,
})

/** A redeemed reward, or points that became miles. */
function RedeemSuccess() {
  const { redeemed, converted } = Route.useRouteContext()
  if (converted !== null) return <MilesSuccessPage result={converted.result} />
  return redeemed && <RedeemSuccessPage redeemed={redeemed} />
}
