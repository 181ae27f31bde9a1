import { createFileRoute } from '@tanstack/react-router'
import { MilesSuccessPage } from '#src/features/miles/MilesSuccessPage.tsx'
import { Coupons } from '#src/features/myRewards/Coupons.tsx'
import { RedeemSuccessPage } from '#src/features/rewards/redeeming/RedeemSuccessPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { LocalText } from '#src/ui/content/LocalText.tsx'

export const Route = createFileRoute('/$lang/redeem-success')({
  beforeLoad: async (context) => (await import('./-redeemResults.ts')).requireSuccess(context),
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: RedeemSuccess,
})

/** Composes three features: a redeemed reward with its vouchers, or points that became miles. */
function RedeemSuccess() {
  const { redeemed, converted } = Route.useRouteContext()
  if (converted !== null) return <MilesSuccessPage result={converted.result} />
  if (redeemed === null) return null
  const { name, result } = redeemed
  const coupons = result.couponArr.length > 0 && <Coupons coupons={result.couponArr} name={<LocalText text={name} />} />
  return <RedeemSuccessPage redeemed={redeemed} coupons={coupons} />
}
