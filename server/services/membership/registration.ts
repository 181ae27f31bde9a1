import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Form, FormType } from '#contract/registration/formTypes.ts'
import { type FieldName, fieldNames, profileTable } from '#contract/registration/profileTable.ts'
import { basicTier } from '#contract/member/tiers.ts'
import { profileTypes } from '#contract/member/member.ts'
import { FormValues } from '#contract/registration/profileMapper.ts'
import {
  checkForm,
  type FieldFault,
  type GivenValues,
  type ProfileUpdate,
} from '#contract/registration/registration.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { formOf } from '#server/domain/registration.ts'
import { lockMember, type MemberRow, requireMember } from '#server/store/members/members.ts'
import {
  findEmailOrMobile,
  type ProfileChanges,
  saveFormType,
  saveProfile,
  takeMemberNumber,
} from '#server/store/members/profiles.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import type { ReadSealingKeys } from '#server/sealing/sealingKeys.ts'
import type { StudentCard, StudentCardFault } from './studentCards.ts'
import { completeProfile, type ProfileContext } from '../points/welcomeBonus.ts'
import { withTierAt } from './tiers.ts'
import { applyWith, canApply } from './youth.ts'

/** The ids that a profile may name. */
export interface Choices {
  countries: ReadonlySet<string>
  interests: ReadonlySet<string>
}

/** The ids in the published contents. */
export async function readChoices(db: ConnectionPool): Promise<Choices> {
  const { editorial, instruments } = await publishedRecords(db)
  const countries = (editorial.countries ?? []).flatMap((country) => country?.id ?? [])
  return { countries: new Set(countries), interests: new Set(instruments.map(({ id }) => id)) }
}

/** What became of a form that was sent. */
type SavedProfile =
  | { kind: 'saved'; welcomePoints: number }
  | { kind: 'refused'; faults: FieldFault[] }
  | { kind: 'already_applied' }

/** What a member has sent: the fields, and the student card, or why there is none. */
export interface SentProfile {
  update: ProfileUpdate
  card: StudentCard | StudentCardFault
  readKeys: ReadSealingKeys
}

type Refusal = Exclude<SavedProfile, { kind: 'saved' }>

/** The form that an update comes from, and why it is refused, whatever its student card is; null where it is not. */
function formAndRefusal(
  update: ProfileUpdate,
  member: MemberRow,
  choices: Choices,
  now: Date,
): { form: Form; refusal: Refusal | null } {
  const form = formBehind(update, member)
  if (form === 'ya' && !canApply(member, now)) return { form, refusal: { kind: 'already_applied' } }
  const faults = faultsOf(form, update, member, choices)
  return { form, refusal: faults.length > 0 ? { kind: 'refused', faults } : null }
}

/** Whether an update is an application that only its student card can still have refused. */
export async function needsCard(
  db: ConnectionPool,
  update: ProfileUpdate,
  choices: Choices,
  { memberId, now }: Pick<ProfileContext, 'memberId' | 'now'>,
): Promise<boolean> {
  const member = await withTierAt(db, await requireMember(db, memberId), now)
  const { form, refusal } = formAndRefusal(update, member, choices, now)
  return form === 'ya' && refusal === null
}

/**
 * Saves what a form says about a member, gives a new member their number, and the welcome points once the profile is
 * complete. Saves nothing if a field is refused. The form of the young audience scheme is an application to it, too.
 */
export async function submitProfile(
  { update, card, readKeys }: SentProfile,
  choices: Choices,
  context: ProfileContext,
): Promise<SavedProfile> {
  const { db, memberId, now } = context
  const member = await withTierAt(db, await lockMember(db, memberId), now)
  const { form, refusal } = formAndRefusal(update, member, choices, now)
  if (refusal !== null) return refusal
  if (form === 'ya') {
    if (typeof card === 'string') return { kind: 'refused', faults: [cardFault(card)] }
    await applyWith(db, { ...card, memberId }, { readKeys, now })
  }
  const saved = await saveProfile(db, memberId, {
    ...changesOf(update),
    is_submitted_profile: 'submitted',
    member_no: member.member_no ?? (await takeMemberNumber(db, memberId)),
    membership_since: member.membership_since ?? now,
  })
  return { kind: 'saved', welcomePoints: await completeProfile(saved, context) }
}

/** What a form about this member has after the update; undefined where nothing is known. */
function valuesAfter(update: Partial<ProfileUpdate>, member: MemberRow): GivenValues {
  const known = v.parse(FormValues, member)
  // Every member has a country code from the beginning, which says nothing without a number.
  const code = member.mobile === null ? '' : known.country_code
  const stored = Object.entries({ ...known, country_code: code }).filter(([, value]) => value !== '' && value !== false)
  const given = Object.entries(update).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...stored, ...given])
}

/** What a member's stored profile lacks for a Red membership (specification section 5). */
export function faultsForRed(member: MemberRow): FieldFault[] {
  const faults = checkForm('red', basicTier, valuesAfter({}, member))
  // The form asks to confirm the address, and stores no answer. What an older version has taken otherwise is not
  // lacking.
  return faults.filter(({ field, kind }) => field !== 'confirm_email' && kind !== 'invalid')
}

function invalid(field: FieldFault['field'], isInvalid: boolean): FieldFault[] {
  return isInvalid ? [{ field, kind: 'invalid' }] : []
}

/** The form that an update comes from. */
function formBehind(update: ProfileUpdate, member: MemberRow): Form {
  const state = v.parse(v.picklist(profileTypes), member.is_submitted_profile)
  const { _is_ya_form: isYouthForm, _is_paying_red: isPayingRed } = update
  return formOf(state, { isYouthForm, isPayingRed })
}

function faultsOf(
  form: Form,
  update: ProfileUpdate,
  member: MemberRow,
  { countries, interests }: Choices,
): FieldFault[] {
  const faults = checkForm(form, member.membership_tier, valuesAfter(update, member))
  return [
    ...faults,
    ...invalid('email', Boolean(update.email) && update.email !== member.email),
    ...invalid('dob', Boolean(update.dob) && member.dob !== null && update.dob !== member.dob),
    ...invalid('country', Boolean(update.country) && !countries.has(update.country ?? '')),
    ...invalid('interest_id', update.interest_id?.some((id) => !interests.has(id)) ?? false),
  ]
}

/** The fault of an application without a usable card: the form itself knows only whether there is one. */
function cardFault(card: StudentCardFault): FieldFault {
  return { field: '_student_card_base64', kind: card === 'missing' ? 'required' : 'invalid' }
}

/**
 * What a field's column becomes; undefined where it stays. An empty text clears it, but for a date of birth that is
 * known.
 */
function columnOf(
  name: FieldName,
  value: string | boolean | string[] | undefined,
): string | boolean | null | undefined {
  const { stored } = profileTable[name]
  if (stored === 'no') return undefined
  if (Array.isArray(value)) return JSON.stringify(value)
  return value === '' ? (stored === 'clearable' ? null : undefined) : value
}

function changesOf(update: ProfileUpdate): ProfileChanges {
  const changes = fieldNames.map((name) => [name, columnOf(name, update[name])] as const)
  return Object.fromEntries(changes.filter(([, column]) => column !== undefined))
}

/** Saves a member's interests, which may complete the profile. Resolves to false if one is not in the contents. */
export async function saveInterests(
  db: ConnectionPool,
  ids: readonly string[],
  context: Omit<ProfileContext, 'db'>,
): Promise<boolean> {
  const { interests } = await readChoices(db)
  if (ids.some((id) => !interests.has(id))) return false
  const { memberId } = context
  await inTransaction(db, async (transaction) => {
    await lockMember(transaction, memberId)
    const saved = await saveProfile(transaction, memberId, { interest_id: JSON.stringify(ids) })
    await completeProfile(saved, { ...context, db: transaction })
  })
  return true
}

/** Saves the way to join that a member has chosen; without effect once the profile is submitted. */
export function chooseForm(db: Kysely<Database>, memberId: string, formType: FormType): Promise<void> {
  return saveFormType(db, memberId, formType)
}

/**
 * Whether an email address or mobile number belongs to an earlier member who has not come back yet, or else to a
 * member.
 */
export async function whoHas(db: Kysely<Database>, emailOrMobile: string): Promise<'existing' | 'user' | 'nobody'> {
  const { oldMember, member } = await findEmailOrMobile(db, emailOrMobile)
  if (member) return 'user'
  return oldMember ? 'existing' : 'nobody'
}
