import { createFileRoute } from '@tanstack/react-router'
import { MilesFailPage } from '#src/features/miles/MilesFailPage.tsx'
import { RedeemFailPage } from '#src/features/offers/redeeming/RedeemFailPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/redeem-fail')({
  beforeLoad: async (context) => (await import('#src/features/miles/results.ts')).requireFailure(context),
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: RedeemFail,
})

/** A reward that was not redeemed, or points that were not converted. */
function RedeemFail() {
  const { failure, conversionFailure } = Route.useRouteContext()
  if (conversionFailure !== null) return <MilesFailPage failure={conversionFailure.failure} />
  return failure && <RedeemFailPage failure={failure} />
}
