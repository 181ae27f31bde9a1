import { createFileRoute } from '@tanstack/react-router'
import { Coupons } from '#src/features/myRewards/Coupons.tsx'
import { RedeemSuccessPage } from '#src/features/rewards/redeeming/RedeemSuccessPage.tsx'

export const Route = createFileRoute('/$lang/redeem-success')({
  beforeLoad: async (context) =>
    (await import('#src/features/rewards/redeeming/resultState.ts')).requireRedeemed(context),
  staticData: { needsMember: true },
  component: RedeemSuccess,
})

/** Composes two features: the result, and its vouchers. */
function RedeemSuccess() {
  const { redeemed } = Route.useRouteContext()
  const coupons = redeemed.result.couponArr
  return <RedeemSuccessPage redeemed={redeemed} coupons={coupons.length > 0 && <Coupons coupons={coupons} />} />
}
