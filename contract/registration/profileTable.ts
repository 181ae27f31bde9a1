import { keysOf } from '#contract/keysOf.ts'
import type { Form } from './formTypes.ts'

/** What a field is about. */
export type Group = 'name' | 'person' | 'guardian' | 'reach' | 'address' | 'preference' | 'agreement' | 'school'

interface FieldFacts {
  /** Fields that stand together, in a form and in the profile. */
  group: Group
  kind: 'text' | 'ids' | 'tick' | 'file'
  /**
   * Its column of the same name, which the profile and the export of an account have, too: one that an empty text
   * clears, one that it leaves, one with a value from the beginning, or none.
   */
  stored: 'clearable' | 'lasting' | 'defaulted' | 'no'
  /** The forms that require it (specification section 5), and those that do not require it of Basic members. */
  requiredBy: readonly Form[]
  notOfBasic: readonly Form[]
}

const everybody: readonly Form[] = ['free', 'red', 'existing', 'sc', 'free-tier-upgrade', 'ya', 'edit']
const whoeverJoins: readonly Form[] = everybody.filter((form) => form !== 'edit')
const whoAsksForPerson: readonly Form[] = everybody.filter((form) => form !== 'free')
/** Who is given a tier; whoever pays for theirs is asked for no more than that needs. */
const whoIsGiven: readonly Form[] = ['existing', 'sc', 'free-tier-upgrade']
const whoAsksForHome: readonly Form[] = ['existing', 'sc']
const youngApplicants: readonly Form[] = ['ya']
const nobody: readonly Form[] = []

const field = <In extends Group, Kind extends FieldFacts['kind'], Stored extends FieldFacts['stored']>(
  group: In,
  kind: Kind,
  stored: Stored,
  requiredBy: readonly Form[] = nobody,
  notOfBasic: readonly Form[] = nobody,
) => ({ group, kind, stored, requiredBy, notOfBasic }) as const

const text = <In extends Group>(
  group: In,
  requiredBy: readonly Form[] = nobody,
  notOfBasic: readonly Form[] = nobody,
) => field(group, 'text', 'clearable', requiredBy, notOfBasic)

/**
 * Every field of the profile, in the order on the page. What it takes is in `profileFields.ts`, how it is filled in in
 * `src/features/registration/fields/fieldControls.ts`; its column is in the schema.
 */
export const profileTable = {
  salutations: text('name', whoIsGiven),
  last_name: text('name', whoAsksForPerson, ['edit']),
  first_name: text('name', whoAsksForPerson, ['edit']),
  chinese_name: text('name'),
  gender: text('person', whoIsGiven),
  dob: field('person', 'text', 'lasting', whoAsksForPerson, ['edit', 'existing']),
  guardian_name: text('guardian', youngApplicants),
  guardian_mobile: text('guardian', youngApplicants),
  guardian_email: text('guardian', youngApplicants),
  /** The address is the account's: the form only shows it. */
  email: field('reach', 'text', 'no', everybody),
  country_code: field('reach', 'text', 'defaulted'),
  mobile: text('reach'),
  flat_or_unit: text('address'),
  floor: text('address'),
  block_or_phase: text('address'),
  house_or_building_estate: text('address', whoAsksForHome),
  road_or_street: text('address', whoAsksForHome),
  district: text('address', whoAsksForHome),
  /** The id of a country in the static contents. */
  country: text('address', whoAsksForHome),
  interest_id: field('preference', 'ids', 'defaulted'),
  preferred_lang: field('preference', 'text', 'defaulted'),
  receive_email_promotion: field('preference', 'tick', 'defaulted'),
  school_type: text('school', youngApplicants),
  school_name: text('school', youngApplicants),
  _student_card_base64: field('school', 'file', 'no', youngApplicants),
  confirm_email: field('agreement', 'tick', 'no', whoeverJoins),
  consent: field('agreement', 'tick', 'defaulted', whoeverJoins),
} as const satisfies Record<string, FieldFacts>

/** A field of a registration form, by its name in the API. */
export type FieldName = keyof typeof profileTable
export const fieldNames = keysOf(profileTable)

type Column = 'group' | 'kind' | 'stored'
type FieldWith<Of extends Column, Value> = {
  [Name in FieldName]: (typeof profileTable)[Name][Of] extends Value ? Name : never
}[FieldName]

/** The fields that have a value in a column of the table. */
export function fieldsWith<const Of extends Column, const Value extends FieldFacts[Of]>(
  column: Of,
  value: Value,
): FieldWith<Of, Value>[] {
  return fieldNames.filter((name): name is FieldWith<Of, Value> => profileTable[name][column] === value)
}

/** The fields that hold a text. */
export const textFields = fieldsWith('kind', 'text')
export type TextFieldName = FieldWith<'kind', 'text'>
/** The fields that are ticked or not. */
export const tickFields = fieldsWith('kind', 'tick')

/** The lines of a postal address, in the specification's order. */
export const addressLines = fieldsWith('group', 'address')
export type AddressField = FieldWith<'group', 'address'>

type ProfileText = Exclude<TextFieldName, AddressField | FieldWith<'stored', 'no'>>
/** The texts that the member's profile holds beside the lines of the address. */
export const profileTexts = textFields.filter(
  (name): name is ProfileText => profileTable[name].stored !== 'no' && profileTable[name].group !== 'address',
)

/** The texts that may be unknown: their columns are null then. */
export type NullableField = FieldWith<'stored', 'clearable' | 'lasting'>
/** The fields of some groups that are kept. */
export type StoredField<In extends Group> = Exclude<FieldWith<'group', In>, FieldWith<'stored', 'no'>>
/** The ticks that are kept. */
export type StoredTick = Exclude<FieldWith<'kind', 'tick'>, FieldWith<'stored', 'no'>>
export const storedTicks = tickFields.filter((name): name is StoredTick => profileTable[name].stored !== 'no')
