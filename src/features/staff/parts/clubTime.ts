import { inHongKong } from '#contract/hongKong.ts'

/** Hong Kong has had this offset since 1979. */
export const clubOffset = '+08:00'

/** A moment as a field for a date and a time shows it: in Hong Kong, to the minute. */
export const toField = (moment: string | null): string =>
  moment === null ? '' : inHongKong(Date.parse(moment)).toISOString().slice(0, 16)

/** The moment of such a field; null where it is empty. */
export const toMoment = (field: string): string | null =>
  field === '' ? null : new Date(`${field}:00${clubOffset}`).toISOString()
