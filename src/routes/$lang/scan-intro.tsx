import { createFileRoute } from '@tanstack/react-router'
import { ScanIntroPage } from '#src/features/scan/ScanIntroPage.tsx'
import { loadMembersWords } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/scan-intro')({
  beforeLoad: loadMembersWords,
  component: ScanIntroPage,
})
