import { createFileRoute } from '@tanstack/react-router'
import { ScanIntroPage } from '#src/features/scan/intro/ScanIntroPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/scan-intro')({
  loader: loadMemberCatalog,
  staticData: { asksForSignIn: true },
  component: ScanIntroPage,
})
