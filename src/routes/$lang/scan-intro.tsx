import { createFileRoute } from '@tanstack/react-router'
import { ScanIntroPage } from '#src/features/scan/ScanIntroPage.tsx'

export const Route = createFileRoute('/$lang/scan-intro')({
  component: ScanIntroPage,
})
