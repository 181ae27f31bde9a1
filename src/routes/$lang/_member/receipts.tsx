import { createFileRoute } from '@tanstack/react-router'
import { ReceiptsPage } from '#src/features/member/receipts/ReceiptsPage.tsx'

// Without a loader, which home would load: the page reads its query itself.
export const Route = createFileRoute('/$lang/_member/receipts')({ component: ReceiptsPage })
