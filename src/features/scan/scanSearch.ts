import * as v from 'valibot'
import { ScanId } from '#src/outbox/scanId.ts'

/** The search of a page that shows selected scans: `?scan=<id>`, several as `?scan=<id>,<id>`. */
export const ScanSearch = v.object({ scan: v.fallback(v.optional(v.string()), undefined) })

/** The ids in the search, each once; anything else is ignored. */
export function selectedScanIds(scan: string | undefined): string[] {
  const ids = scan?.split(',') ?? []
  return [...new Set(ids)].filter((id) => v.is(ScanId, id))
}

/** The value of `?scan=` for some ids. */
export function scanSearchValue(ids: readonly string[]): string {
  return ids.join(',')
}
