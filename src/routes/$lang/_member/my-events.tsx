import { createFileRoute } from '@tanstack/react-router'
import { MyEventsPage } from '#src/features/offers/own/MyEventsPage.tsx'

// Without a loader, which home would load: the page reads its query itself.
export const Route = createFileRoute('/$lang/_member/my-events')({ component: MyEventsPage })
