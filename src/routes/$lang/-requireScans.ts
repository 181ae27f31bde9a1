import { redirect } from '@tanstack/react-router'
import { selectedScanIds } from '#src/features/scan/scanSearch.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

/** The `beforeLoad` of pages about selected scans: a URL without any redirects home. */
export async function requireScans({ search }: { search: { scan?: string | undefined } }): Promise<void> {
  if (selectedScanIds(search.scan).length === 0) throw redirect({ to: '/', replace: true })
  await loadMemberCatalog()
}
