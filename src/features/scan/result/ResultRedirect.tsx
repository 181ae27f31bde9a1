import { Navigate } from '@tanstack/react-router'
import { useLanguage } from '#src/i18n/activate.ts'
import { scanParameter } from '#src/features/scan/scanSearch.ts'
import type { ResultPage } from '#src/features/scan/status/displayStatus.ts'

const addresses = {
  preview: '/$lang/scan-preview',
  success: '/$lang/scan-success',
  failed: '/$lang/scan-failed',
} as const satisfies Record<ResultPage, string>

/** Leads to the page that tells what became of some scans. */
export function ResultRedirect({ page, ids }: { page: ResultPage; ids: readonly string[] }) {
  const lang = useLanguage()
  return <Navigate to={addresses[page]} params={{ lang }} search={{ scan: scanParameter(ids) }} replace />
}
