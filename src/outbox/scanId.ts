import * as v from 'valibot'

/** The id of a scan: a UUID. Apart from the entry, because the addresses of pages name scans. */
export const ScanId = v.pipe(v.string(), v.uuid())
