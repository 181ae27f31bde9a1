import * as v from 'valibot'
import { Success } from '#contract/schemas/success.ts'
import { type FieldName, fieldsWith, type Group, profileTable } from './profileTable.ts'
import { type Form, formTypes } from './formTypes.ts'
import { basicTier, type Tier } from '#contract/member/tiers.ts'
import { Email } from '#contract/member/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { fieldMessages } from '#contract/errors.ts'
import { fieldSchemas, isFieldName, maxFileLength, MobileNumber } from './profileFields.ts'

/** The steps of the joining form, in their order. */
export const steps = ['about', 'contact', 'preference', 'school'] as const
export type Step = (typeof steps)[number]

/** The fields that a form asks for at each step. */
type FieldsByStep = Partial<Record<Step, readonly FieldName[]>>

const inGroups = (...groups: Group[]): FieldName[] => groups.flatMap((group) => fieldsWith('group', group))

const about = inGroups('name', 'person')
const contact = inGroups('reach', 'address')
const threeSteps: FieldsByStep = { about, contact, preference: inGroups('preference', 'agreement') }
/** What is asked before a payment: the rest is asked for where it is needed, such as an address for a parcel. */
const payer = ['first_name', 'last_name', 'dob'] as const satisfies readonly FieldName[]

/** What each form asks for, step by step. */
export const forms: Readonly<Record<Form, FieldsByStep>> = {
  free: threeSteps,
  red: { about: [...payer, ...inGroups('agreement')] },
  existing: threeSteps,
  sc: threeSteps,
  'free-tier-upgrade': threeSteps,
  ya: { about: [...payer, ...inGroups('guardian')], school: inGroups('school', 'agreement') },
  edit: { about, contact, preference: inGroups('preference') },
}

/** The steps of a form, in order. */
export function stepsOf(form: Form): Step[] {
  return steps.filter((step) => forms[form][step] !== undefined)
}

/** The fields that a form asks for at a step. */
export function fieldsOf(form: Form, step: Step): readonly FieldName[] {
  return forms[form][step] ?? []
}

/** The fields that must be filled in at a step, for a member of a tier. */
export function requiredAt(form: Form, step: Step, tier: Tier): readonly FieldName[] {
  return fieldsOf(form, step).filter((name) => {
    const { requiredBy, notOfBasic } = profileTable[name]
    return requiredBy.includes(form) && !(tier === basicTier && notOfBasic.includes(form))
  })
}

type FieldValue = string | boolean | string[]

/** Tells an empty field from an invalid one. */
const requiredMessage = 'required'
const notEmpty = v.check((value: FieldValue) => value !== '' && value !== false, requiredMessage)

/** The schema of a step's values: those of its fields, of which the required ones must not be empty. */
function stepSchema(form: Form, step: Step, tier: Tier) {
  const required = new Set(requiredAt(form, step, tier))
  const entries = fieldsOf(form, step).map((name) => {
    const schema: v.GenericSchema<unknown, FieldValue> = fieldSchemas[name]
    return [name, required.has(name) ? v.pipe(schema, notEmpty) : schema] as const
  })
  return v.object(Object.fromEntries(entries))
}

/**
 * Why a field is refused: nothing was given, what was given is not valid, the request lacks it, or another member has
 * it.
 */
export type FaultKind = keyof typeof fieldMessages

/** A refused field of a profile, and why. */
export interface FieldFault {
  field: FieldName
  kind: FaultKind
}

/** What the API calls the field `confirm_email` where it is refused (specification sections 5 and 8). */
const unconfirmedEmail = 'confirmedEmailIsCorrect'

/** The name under which the API refuses a field. */
export function refusedName(field: FieldName): string {
  return field === 'confirm_email' ? unconfirmedEmail : field
}

/** The field that the API refuses under a name; null where it is none of a form's. */
export function refusedField(name: string): FieldName | null {
  if (name === unconfirmedEmail) return 'confirm_email'
  return isFieldName(name) ? name : null
}

/** The values of a form, as a person typed them or a request brings them. */
export type GivenValues = Readonly<Partial<Record<FieldName, unknown>>>

/** Checks the values of a step. At most one fault for each field, in the order of the fields. */
export function checkStep(form: Form, step: Step, tier: Tier, values: GivenValues): FieldFault[] {
  const { issues = [] } = v.safeParse(stepSchema(form, step, tier), values)
  return fieldsOf(form, step).flatMap((field) => {
    const issue = issues.find(({ path }) => path?.[0].key === field)
    const kind = issue === undefined ? pairFault(field, values) : faultOf(issue.message, values[field])
    return kind === null ? [] : [{ field, kind }]
  })
}

function faultOf(message: string, value: unknown): FaultKind {
  if (message !== requiredMessage) return 'invalid'
  return value === undefined ? 'missing' : 'required'
}

/** One of country code and mobile number without the other is invalid (specification section 5). */
function pairFault(field: FieldName, { country_code: code, mobile }: GivenValues): FaultKind | null {
  const hasCode = !isEmpty(code)
  const hasMobile = !isEmpty(mobile)
  if (hasCode === hasMobile) return null
  return field === (hasCode ? 'mobile' : 'country_code') ? 'invalid' : null
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Checks all steps of a form. */
export function checkForm(form: Form, tier: Tier, values: GivenValues): FieldFault[] {
  return stepsOf(form).flatMap((step) => checkStep(form, step, tier, values))
}

/** What completes a profile, which earns points: the name, the month of birth and an interest. */
export const completingFields = [
  'first_name',
  'last_name',
  'dob',
  'interest_id',
] as const satisfies readonly FieldName[]

/** What a caller says about the membership. Nobody gives it to themselves, so it is dropped. */
const Unheard = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
)

/** The profile fields of a request, the membership, and the two flags of specification section 3. */
const ProfileUpdate = v.object({
  ...v.partial(v.object(fieldSchemas)).entries,
  member_no: Unheard,
  membership_tier: Unheard,
  membership_since: Unheard,
  _is_ya_form: v.optional(fieldSchemas.consent, false),
  _is_paying_red: v.optional(fieldSchemas.consent, false),
})
export type ProfileUpdate = v.InferOutput<typeof ProfileUpdate>

/** The largest profile without a file, in bytes. */
const maxProfileBytes = 64 * 1024

/** Why an application to the young audience scheme is refused while an earlier one is being looked at, or approved. */
export const alreadyApplied = 'You have already applied to the young audience scheme.'

/**
 * Fields that are absent stay as they are, unknown ones are dropped (specification section 3). A refused field answers
 * 422, with the specification's sentence about it. Which fields are required follows from the way to join that the
 * member has chosen; after a profile was submitted, from the member's tier.
 *
 * The form of the young audience scheme (`_is_ya_form`) is also an application to it, with a student card: a picture or
 * PDF of up to 5 MB in base64, as `_student_card_base64`. A member sends five cards an hour (429), one at a time (409).
 * Until it is paid, the form can be sent again, and takes the place of the application; then it is refused with 422
 * `alreadyApplied`.
 *
 * `welcome_points`: what completing the profile has earned with this call; this backend's own.
 */
export const updateProfile = endpoint({
  summary: 'Saves the member’s profile',
  method: 'POST',
  path: '/api/{product}/users/update-profile',
  access: 'member',
  rate: { class: 'own-data' },
  idempotency: true,
  maxBytes: maxProfileBytes,
  file: { field: '_student_card_base64', maxLength: maxFileLength },
  request: ProfileUpdate,
  answer: v.object({ success: v.literal(true), welcome_points: v.optional(v.number(), 0) }),
})

/** Changes nothing once the profile is submitted. */
export const saveChosenRegistrationForm = endpoint({
  summary: 'Saves the way to join that the member has chosen',
  method: 'POST',
  path: '/api/{product}/users/save-chosen-registration-form',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({ registration_form_type: v.picklist(formTypes) }),
  answer: Success,
})

/** `granted`: whether this call gave them; `points`: how many. */
export const welcome = endpoint({
  summary: 'Gives the points for a completed profile, once',
  method: 'POST',
  path: '/api/{product}/welcome',
  calledBy: 'others',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({}),
  answer: v.object({ granted: v.boolean(), points: v.number() }),
})

/** Ids of instruments in the contents. */
export const interests = endpoint({
  summary: 'Saves the member’s interests',
  method: 'POST',
  path: '/api/{product}/users/interests',
  calledBy: 'others',
  access: 'member',
  rate: { class: 'own-data' },
  maxBytes: 8 * 1024,
  request: v.object({ interest_id: fieldSchemas.interest_id }),
  answer: Success,
})

/** Shorter numbers lack digits: with its country code, every mobile number has eight. */
export const leastMobileDigits = 8

/** An email address, or a mobile number in digits, with or without its country code, which a "+" may precede. */
export const EmailOrMobile = v.union([
  Email,
  v.pipe(
    v.string(),
    v.maxLength(254),
    v.transform((text) => text.normalize('NFKC').replace(/^\s*\+/, '')),
    MobileNumber,
    v.minLength(leastMobileDigits),
  ),
])

/** What an email address or mobile number is known as. */
export const accountMessages = { existing: 'Existing member found', user: 'User found' } as const

/**
 * The address or number belongs to an earlier member ("Existing member found"), to an account ("User found"), or to
 * nobody: then `success` is false. The specification asks for this answer, so it is limited, and takes the same time
 * for each of them.
 */
export const verifyEmailOrMobile = endpoint({
  summary: 'Checks whether an email address or mobile number is known',
  method: 'GET',
  path: '/api/{product}/verify-email-or-mobile',
  access: 'public',
  rate: { class: 'look-up', account: 'email_or_mobile' },
  request: v.object({ email_or_mobile: EmailOrMobile }),
  answer: v.object({ success: v.boolean(), message: v.string() }),
  burst: { request: { email_or_mobile: 'nobody@club.example' }, status: 200 },
})
