import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import { importFolder } from '#server/content/folder/importFolder.ts'
import { readFolder } from '#server/content/folder/readFolder.ts'
import { clockTimeAfter } from '#server/domain/hongKong.ts'
import type { Database } from '#server/store/tables.ts'

/** The contents of the demo season: a folder as `npm run content -- export` writes them, with dates relative to the day of the seed. */
export const seedContents = fileURLToPath(new URL('content', import.meta.url))

const relative = /^now([+-]\d{1,4})d (\d\d):(\d\d)$/

/** Makes `now+45d 23:59` (Hong Kong's clock, so many days from its today) a moment; anything else stays. */
export function resolveDate(text: string, now: Date): string {
  const [, days, hour, minute] = relative.exec(text) ?? []
  if (days === undefined) return text
  return clockTimeAfter(now, { days: Number(days), hour: Number(hour), minute: Number(minute) }).toISOString()
}

/** Brings in the demo season's contents by the way that any others take. A demo starts even where something in them does not fit. */
export async function addContents(db: Transaction<Database>, now: Date): Promise<void> {
  const { folder } = await readFolder(seedContents, (text) => resolveDate(text, now))
  await importFolder(db, folder, { now, evenSo: true })
}
