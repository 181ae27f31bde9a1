import { createFileRoute } from '@tanstack/react-router'
import { YourDataPage } from '#src/features/member/acts/YourDataPage.tsx'

// Without a loader, which home would load: the page reads its query itself.
export const Route = createFileRoute('/$lang/_member/your-data')({ component: YourDataPage })
