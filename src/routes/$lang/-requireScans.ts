import { redirect } from '@tanstack/react-router'
import { selectedScanIds } from '#src/features/scan/scanSearch.ts'

/** The `beforeLoad` of pages about selected scans: a URL without any redirects home. */
export function requireScans({ search }: { search: { scan?: string | undefined } }): void {
  if (selectedScanIds(search.scan).length === 0) throw redirect({ to: '/', replace: true })
}
