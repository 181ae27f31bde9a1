import { Navigate } from '@tanstack/react-router'
import { useLanguage } from '#src/i18n/activate.ts'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import type { OutcomePage } from '#src/features/scan/status/statusPhase.ts'

const addresses = {
  preview: '/$lang/scan-preview',
  success: '/$lang/scan-success',
  failed: '/$lang/scan-failed',
} as const satisfies Record<OutcomePage, string>

/** Redirects to the page that the scans now belong on. */
export function ResultRedirect({ page, ids }: { page: OutcomePage; ids: readonly string[] }) {
  const lang = useLanguage()
  return <Navigate to={addresses[page]} params={{ lang }} search={{ scan: scanSearchValue(ids) }} replace />
}
