import * as v from 'valibot'
import { addressLines, type FieldName, type TextFieldName, textFields, tickFields } from './profileTable.ts'
import { recordOf } from '#contract/keysOf.ts'
import { preferredLanguages } from '#contract/language.ts'
import { Email } from '#contract/member/auth.ts'
import { maxStudentCardBytes } from './studentCard.ts'

const salutations = ['prof', 'dr', 'mr', 'mrs', 'ms'] as const
export type Salutation = (typeof salutations)[number]
const genders = ['male', 'female', 'other'] as const
export type Gender = (typeof genders)[number]
const schoolTypes = ['kindergarten', 'primary_school', 'secondary_school', 'post_secondary'] as const
export type SchoolType = (typeof schoolTypes)[number]

/**
 * A text as a person meant it: the text "null" of older records is none (specification section 3); invisible characters
 * (among them marks that turn the direction of the text), double and surrounding spaces are dropped.
 */
function tidied(text: string): string {
  if (text === 'null') return ''
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/**
 * A longer text is refused before anything works on it: normalising takes the square of the time for twice the text.
 */
const maxTypedLength = 1000
const Typed = v.pipe(v.nullish(v.string(), ''), v.maxLength(maxTypedLength), v.transform(tidied))

/** How many characters a text may have at most. */
const lengths = { latin: 60, chinese: 20, line: 100 } as const

/** Letters of any script but Chinese, and the marks and digits that names have (“Wong 3rd”). */
const LatinName = v.pipe(
  v.string(),
  v.maxLength(lengths.latin),
  v.regex(/^(?!.*\p{Script=Han})[\p{L}\p{M}\d .,'’‘·\-()/]*\p{L}[\p{L}\p{M}\d .,'’‘·\-()/]*$/u),
)
/** Spaces between the characters are dropped. */
const ChineseName = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(' ', '')),
  v.maxLength(lengths.chinese),
  v.regex(/^\p{Script=Han}+$/u),
)
/** A line of text without control characters. */
const Line = v.pipe(v.string(), v.maxLength(lengths.line), v.regex(/^\P{C}+$/u))
/** A name of a person or a school, in any script, without markup and emoji. */
const Name = v.pipe(Line, v.regex(/^[^<>\p{Extended_Pictographic}]*$/u), v.regex(/\p{L}/u))

/**
 * Digits: those of Chinese keyboards become ASCII; spaces, hyphens and brackets, with which phones write numbers, are
 * dropped.
 */
export const Digits = v.pipe(
  v.string(),
  v.maxLength(maxTypedLength),
  v.transform((text) => text.normalize('NFKC').replaceAll(/[\s\-()]/g, '')),
  v.regex(/^\d+$/),
)
const digits = ({ least, most }: { least: number; most: number }) =>
  v.pipe(Digits, v.minLength(least), v.maxLength(most))

/** A name as an airline writes it, and the number of an airline's membership account. */
export const AirlineName = v.pipe(Typed, LatinName)
export const airlineDigits = { least: 8, most: 12 }
export const AirlineNumber = v.pipe(Typed, digits(airlineDigits))

/** How far back years of birth go (specification section 5). */
const birthYears = 120

/** The years of birth to choose from: those before the current one, the newest first. */
export function birthYearChoices(currentYear: number): number[] {
  return Array.from({ length: birthYears }, (_, index) => currentYear - 1 - index)
}

/** A mobile number without its country code, or with it. */
export const mobileDigits = { least: 5, most: 15 }
export const MobileNumber = digits(mobileDigits)

/**
 * The first day of the month of birth: `1991-05-01`. While only one of year and month is chosen, the other is missing:
 * `1991-`, `-05`.
 */
const BirthDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])-01$/),
  v.check((text) => {
    const age = new Date().getUTCFullYear() - Number(text.slice(0, 4))
    return age >= 1 && age <= birthYears
  }),
)

/** A key of an entry in the contents. */
const Key = v.pipe(v.string(), v.maxLength(64), v.regex(/^[\w.-]+$/))

/** What is given in each text field of a form. Nothing given is always the empty text. */
const texts = {
  salutations: v.picklist(salutations),
  first_name: LatinName,
  last_name: LatinName,
  chinese_name: ChineseName,
  dob: BirthDate,
  gender: v.picklist(genders),
  email: Email,
  country_code: digits({ least: 1, most: 4 }),
  mobile: MobileNumber,
  flat_or_unit: Line,
  floor: Line,
  block_or_phase: Line,
  house_or_building_estate: Line,
  road_or_street: Line,
  district: Line,
  country: Key,
  preferred_lang: v.picklist(preferredLanguages),
  guardian_name: Name,
  guardian_email: Email,
  guardian_mobile: MobileNumber,
  school_name: Name,
  school_type: v.picklist(schoolTypes),
} as const satisfies Record<TextFieldName, v.GenericSchema<string, string>>

/** The most characters of a student card in a form: in base64, with the beginning of a data URL. */
export const maxFileLength = Math.ceil(maxStudentCardBytes / 3) * 4 + 100

/** A picture or PDF in base64, with or without the beginning of a data URL. */
const FileText = v.pipe(
  v.nullish(v.string(), ''),
  v.maxLength(maxFileLength),
  v.regex(/^(?:data:[\w.+/-]+;base64,)?[A-Za-z\d+/=]*$/),
)

function textSchema<Name extends TextFieldName>(name: Name) {
  return v.pipe(Typed, v.union([v.literal(''), texts[name]]))
}

/** Other versions and plain clients send texts and numbers for a tick. */
const Tick = v.pipe(
  v.optional(v.unknown(), false),
  v.transform((value) => value === true || value === 'true' || value === 1 || value === '1'),
)

/** Their number first: each that is wrong is an issue of its own. */
const Interests = v.pipe(
  v.nullish(v.array(v.unknown()), []),
  v.maxLength(50),
  v.array(Key),
  v.transform((ids) => [...new Set(ids)].toSorted()),
)

/** The most characters of the fields that people fill in with words. */
export const maxLengths: Readonly<Partial<Record<FieldName, number>>> = {
  first_name: lengths.latin,
  last_name: lengths.latin,
  chinese_name: lengths.chinese,
  ...recordOf([...addressLines, 'guardian_name', 'school_name'], () => lengths.line),
}

/** What each field takes. A form that requires a field refuses the empty value in addition. */
export const fieldSchemas = {
  ...recordOf(textFields, textSchema),
  preferred_lang: textSchema('preferred_lang'),
  interest_id: Interests,
  _student_card_base64: FileText,
  ...recordOf(tickFields, () => Tick),
} as const satisfies Record<FieldName, v.GenericSchema>

/** Whether a text names a field of the forms, whatever else it may be. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fieldSchemas, name)
}
