import { redirect } from '@tanstack/react-router'
import { chosenIds } from '#src/features/scan/scanSearch.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

/** For the `beforeLoad` of result pages: an address that names no scan leads home; the others bring their words. */
export async function requireScans({ search }: { search: { scan?: string | undefined } }): Promise<void> {
  if (chosenIds(search.scan).length === 0) throw redirect({ to: '/', replace: true })
  await loadMemberCatalog()
}
