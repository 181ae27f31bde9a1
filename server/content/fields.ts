import * as v from 'valibot'
import { defaultLanguage, inEachLanguage, languages } from '#contract/language.ts'

/** Schemas of the contents' fields. Each message completes "<field> …" in a sentence for the editor. */

/** The largest whole number of a field. */
export const mostCount = 2_147_483_647

const wholeNumber = (from: number) => `must be a whole number, ${from} or more`
const whole = (from: number) =>
  v.pipe(
    v.number(wholeNumber(from)),
    v.safeInteger(wholeNumber(from)),
    v.minValue(from, wholeNumber(from)),
    v.maxValue(mostCount, 'must be less than 2,147,483,648'),
  )
/** A whole number from 0. */
export const Count = whole(0)
/** A whole number from 1. */
export const PositiveCount = whole(1)
/** An entry's position among others: a whole number from 0. */
export const Position = Count

const factorForm = 'must be a number from 1.1 to 10 with one digit after the point, such as 2 or 1.5'
/** By what points are multiplied. */
export const Factor = v.pipe(
  v.number(factorForm),
  v.minValue(1.1, factorForm),
  v.maxValue(10, factorForm),
  v.check((factor) => Number(factor.toFixed(1)) === factor, factorForm),
)

export const Flag = v.boolean('must be true or false')

const isPlain = (text: string) => text === text.trim() && !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed()
/** A text of one line that fails with these words. */
const line = (fault: string) =>
  v.pipe(v.string(fault), v.minLength(1, fault), v.maxLength(200, fault), v.check(isPlain, fault))

/** A short text that is the same in every language: a name, a code. */
export const ShortText = line('must be a text of one line, without spaces around it')

const https = 'must be an address that begins with https://'
/** An external https address. */
export const ExternalUrl = v.pipe(
  v.string(https),
  v.maxLength(2000, https),
  v.check((text) => isPlain(text) && URL.parse(text)?.protocol === 'https:', https),
)

const timestampForm = 'must be a date and time, such as "2026-12-31T23:59:00+08:00"'
/** An ISO 8601 time with its UTC offset. */
export const Timestamp = v.pipe(
  v.string(timestampForm),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/, timestampForm),
  v.check((text) => !Number.isNaN(Date.parse(text)), timestampForm),
)

const timeOfDayForm = 'must be a time of day, such as "09:30"'
/** A time of day in Hong Kong: `09:30`. */
export const TimeOfDay = v.pipe(v.string(timeOfDayForm), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeOfDayForm))

const validityForm = 'must be a number of days or months, such as "60 days" or "3 months"'
/** How long a voucher lasts after it was redeemed: `60 days`, `3 months`. */
export const VoucherValidity = v.pipe(
  v.string(validityForm),
  v.regex(/^(?:1 (?:day|month)|(?:[2-9]|[1-9]\d{1,2}) (?:days|months))$/, validityForm),
)

const imageForm = 'must name a picture below images/, without ending, such as "rewards/programme-book"'
/** An image's name: lower-case letters, digits and hyphens, in folders. */
export const ImageName = v.pipe(
  v.string(imageForm),
  v.maxLength(120, imageForm),
  v.regex(/^[a-z\d]+(?:-[a-z\d]+)*(?:\/[a-z\d]+(?:-[a-z\d]+)*)*$/, imageForm),
)
const eachForm = `must name a picture, or one for each language: {${languages.map((language) => `"${language}": "…"`).join(', ')}}`
/** One image for all languages, or one per language. */
export const ImageChoice = v.union(
  [ImageName, v.strictObject({ ...inEachLanguage(() => v.optional(ImageName)), [defaultLanguage]: ImageName })],
  eachForm,
)
export type ImageChoice = v.InferOutput<typeof ImageChoice>

/** An optional value; null counts as absent. */
export function maybe<Value extends v.GenericSchema>(value: Value) {
  return v.optional(v.nullable(value))
}

/** A list of at most 1,000 values. */
export function list<Value extends v.GenericSchema>(value: Value) {
  return v.pipe(v.array(value, 'must be a list'), v.maxLength(1000, 'must have at most 1,000 entries'))
}

/** One of these texts; the message names them all. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, `must be one of ${values.map((one) => `"${one}"`).join(', ')}`)
}

/** A key by which pages look an entry up: a tier, a status, a page with its anchor. */
export const codeKey = line('must be a text of one line, of at most 200 characters, without spaces around it')

const aliasForm = 'must be small letters, digits and hyphens, such as "programme-book"'
/** A key that is part of an address of the app. */
export const aliasKey = v.pipe(
  v.string(aliasForm),
  v.maxLength(120, aliasForm),
  v.regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, aliasForm),
)

/** What is wrong with an image's name; null: nothing. */
export function nameFlawOf(name: string): string | null {
  const read = v.safeParse(ImageName, name)
  return read.success ? null : read.issues[0].message
}
