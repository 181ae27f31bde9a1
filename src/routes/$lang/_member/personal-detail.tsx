import { createFileRoute } from '@tanstack/react-router'
import { PersonalDetailPage } from '#src/features/member/personal/PersonalDetailPage.tsx'

// Without a loader, which home would load: the page reads its queries itself.
export const Route = createFileRoute('/$lang/_member/personal-detail')({ component: PersonalDetailPage })
