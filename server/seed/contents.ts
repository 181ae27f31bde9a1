import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import { importFolder } from '#server/content/folder/importFolder.ts'
import { readFolder } from '#server/content/folder/readFolder.ts'
import { clockTimeAfter } from '#contract/hongKong.ts'
import type { Database } from '#server/store/tables.ts'

/**
 * The demo season's contents: a folder as `npm run club -- content export` writes it, with dates relative to the day of
 * the seed.
 */
export const seedContents = fileURLToPath(new URL('content', import.meta.url))

const relative = /^now([+-]\d{1,4})d (\d\d):(\d\d)$/

/** Resolves `now+45d 23:59` (a time in Hong Kong, in days from today) to an ISO time. Any other text stays. */
export function resolveDate(text: string, now: Date): string {
  const [, days, hour, minute] = relative.exec(text) ?? []
  if (days === undefined) return text
  return clockTimeAfter(now, { days: Number(days), hour: Number(hour), minute: Number(minute) }).toISOString()
}

/** Imports the demo season's contents like any other folder. An error in them does not keep the demo from starting. */
export async function addContents(db: Transaction<Database>, now: Date): Promise<void> {
  const { folder } = await readFolder(seedContents, (text) => resolveDate(text, now))
  await importFolder(db, folder, { now, force: true })
}
