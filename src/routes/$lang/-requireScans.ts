import { redirect } from '@tanstack/react-router'
import type { Language } from '#contract/language.ts'
import { selectedScanIds } from '#src/features/scan/scanSearch.ts'

/** The `beforeLoad` of pages about selected scans: a URL without any redirects home. */
export function requireScans({
  search,
  params: { lang },
}: {
  search: { scan?: string | undefined }
  params: { lang: Language }
}): void {
  if (selectedScanIds(search.scan).length === 0) throw redirect({ to: '/$lang', params: { lang }, replace: true })
}
