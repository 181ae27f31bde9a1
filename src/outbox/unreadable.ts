import * as v from 'valibot'
import { QrText } from '#contract/scan.ts'

/** What can still be read of a row that is no scan any more. */
export interface UnreadableRow {
  /** What it stands under in the database. */
  key: IDBValidKey
  /**
   * It says that it is this member's. False: it does not say whose it is, so it may be anybody's who uses this phone, and
   * nothing that it holds is given.
   */
  owned: boolean
  /** The code that was scanned; null where that cannot be read. */
  code: string | null
  /** When it was scanned, in milliseconds since 1970; null where that cannot be read. */
  capturedAt: number | null
}

/** A row that says whose it is, whatever else ails it. */
export const Owned = v.object({ memberId: v.pipe(v.string(), v.nonEmpty()) })

const Remains = v.object({
  code: v.fallback(v.nullable(QrText), null),
  capturedAt: v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null),
})

/** Tells what can still be read of a row that does not parse as a scan, and that is not another member's. */
export function unreadableRow(key: IDBValidKey, row: unknown): UnreadableRow {
  const remains = v.is(Owned, row) ? v.safeParse(Remains, { code: null, capturedAt: null, ...row }) : null
  if (!remains?.success) return { key, owned: remains !== null, code: null, capturedAt: null }
  return { key, owned: true, ...remains.output }
}
