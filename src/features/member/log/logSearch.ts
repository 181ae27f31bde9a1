import * as v from 'valibot'
import { Month, TransactionKind } from '#contract/member/points.ts'

const given = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.fallback(v.optional(schema), undefined))

/** The filters of the points history in its address; invalid ones are dropped. */
export const LogSearch = v.object({ type: given(TransactionKind), month: given(Month) })
export type LogSearch = v.InferOutput<typeof LogSearch>

/** Reads the search parameters of the points history. Never throws. */
export function readLogSearch(search: Record<string, unknown>): LogSearch {
  return v.parse(LogSearch, search)
}

/** Whether any filter is set. */
export function isFiltered(search: LogSearch): boolean {
  return search.type !== undefined || search.month !== undefined
}
