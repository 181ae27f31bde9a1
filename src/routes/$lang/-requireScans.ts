import { redirect } from '@tanstack/react-router'
import { chosenIds } from '#src/features/scan/scanAddress.ts'

/** For the `beforeLoad` of result pages: an address that names no scan leads home. */
export function requireScans({ search }: { search: { scan?: string | undefined } }): void {
  if (chosenIds(search.scan).length === 0) throw redirect({ to: '/', replace: true })
}
