import * as v from 'valibot'
import { QrText } from '#contract/scan/scan.ts'
import { scanVersion } from './entry.ts'

/** What can be recovered of a row that does not parse as a scan. */
export interface UnreadableRow {
  /** Its key in the database. */
  key: IDBValidKey
  /**
   * Whether it names this member as its owner. Without an owner it may belong to anyone who uses this device, so its
   * contents are never shown.
   */
  owned: boolean
  /** The scanned code; null if it cannot be read. */
  code: string | null
  /** When it was scanned, in milliseconds since 1970; null if that cannot be read. */
  capturedAt: number | null
}

/** A row that names its owner, whatever else is wrong with it. */
export const OwnedRow = v.object({ memberId: v.pipe(v.string(), v.nonEmpty()) })

/** A row that a newer version of the app has written. It is left as it is. */
export const NewerRow = v.object({ version: v.pipe(v.number(), v.gtValue(scanVersion)) })

const RecoverableFields = v.object({
  code: v.fallback(v.nullable(QrText), null),
  capturedAt: v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null),
})

/** Recovers what it can of a row that does not parse as a scan and is not another member's. */
export function unreadableRow(key: IDBValidKey, row: unknown): UnreadableRow {
  const recovered = v.is(OwnedRow, row)
    ? v.safeParse(RecoverableFields, { code: null, capturedAt: null, ...row })
    : null
  if (!recovered?.success) return { key, owned: recovered !== null, code: null, capturedAt: null }
  return { key, owned: true, ...recovered.output }
}
