import type * as v from 'valibot'
import { addressLines } from '#contract/registration/profileTable.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import type { Guest } from './events.ts'
import type { Conversion, Label } from './sending.ts'

/** The cells of a CSV file, line by line. */
type FileLines = (string | number)[][]

const conversionColumns = ['ref_no', 'converted_at', 'membership_no', 'first_name', 'last_name', 'points', 'miles']

/** The airline's file of conversions. */
export function conversionLines(conversions: readonly Conversion[]): FileLines {
  return [
    conversionColumns,
    ...conversions.map((one) => [
      one.refNo,
      one.at,
      one.account ?? '',
      spreadsheetText(one.firstName ?? ''),
      spreadsheetText(one.lastName ?? ''),
      one.points,
      one.miles,
    ]),
  ]
}

/** As many lines as an address has: the empty ones come last. */
const labelColumns = ['ref_no', 'name', 'phone', ...addressLines.map((_, at) => `line_${at + 1}`), 'reward', 'quantity']

/** The labels of parcels. */
export function labelLines(labels: readonly v.InferOutput<typeof Label>[]): FileLines {
  return [
    labelColumns,
    ...labels.map(({ refNo, name, phone, lines, alias, quantity }) => [
      refNo,
      ...[name, phone ?? '', ...addressLines.map((_, at) => lines[at] ?? '')].map(spreadsheetText),
      spreadsheetText(alias),
      quantity,
    ]),
  ]
}

const linkColumns = ['person', 'link_or_code', 'valid_until']

/** Links and codes that were just issued. `person`: an address, an old member's number, or empty for anyone. */
export function linkLines(issued: readonly { person: string | null; text: string }[], validUntil: string): FileLines {
  return [linkColumns, ...issued.map(({ person, text }) => [spreadsheetText(person ?? ''), text, validUntil])]
}

const guestColumns = ['name', 'chinese_name', 'mobile', 'email', 'places', 'state', 'attended', 'registered_at']

/** The guests of an event, and who waits. */
export function guestLines(guests: readonly Omit<Guest, 'memberId' | 'refNo'>[]): FileLines {
  return [
    guestColumns,
    ...guests.map(({ name, chineseName, mobile, email, quantity, state, attended, registeredAt }) => [
      ...[name, chineseName ?? '', mobile ?? '', email].map(spreadsheetText),
      quantity,
      state,
      attended,
      registeredAt,
    ]),
  ]
}
