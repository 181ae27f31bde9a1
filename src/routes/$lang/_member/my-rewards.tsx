import { createFileRoute } from '@tanstack/react-router'
import { MyRewardsPage } from '#src/features/offers/own/MyRewardsPage.tsx'

// Without a loader, which home would load: the page reads its queries itself.
export const Route = createFileRoute('/$lang/_member/my-rewards')({ component: MyRewardsPage })
