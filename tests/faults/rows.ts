import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { ScanEntry } from '#src/outbox/entry.ts'
import { readDatabase } from '#tests/support/indexedDatabases.ts'

/** The scans on a phone as stored in IndexedDB, read without the product's code. */
export async function readRows(page: Page): Promise<ScanEntry[]> {
  return v.parse(v.array(ScanEntry), await readDatabase(page, 'club-bravo-scans'))
}
