import { createFileRoute } from '@tanstack/react-router'
import { RedeemFailPage } from '#src/features/rewards/redeeming/RedeemFailPage.tsx'

export const Route = createFileRoute('/$lang/redeem-fail')({
  beforeLoad: async (context) =>
    (await import('#src/features/rewards/redeeming/resultState.ts')).requireRedeemFailure(context),
  staticData: { needsMember: true },
  component: RedeemFail,
})

function RedeemFail() {
  return <RedeemFailPage failure={Route.useRouteContext().failure} />
}
