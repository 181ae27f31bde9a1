import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Gender, Salutation, SchoolType } from '#contract/registration/profileFields.ts'
import type { AddressField } from '#contract/registration/profileTable.ts'
import type { PreferredLanguage } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'

/** The values that the profile holds as codes (specification section 3). */
export const salutationMessages: Record<Salutation, MessageDescriptor> = {
  prof: msg`Prof`,
  dr: msg`Dr`,
  mr: msg`Mr`,
  mrs: msg`Mrs`,
  ms: msg`Ms`,
}

export const genderMessages: Record<Gender, MessageDescriptor> = {
  male: msg`Male`,
  female: msg`Female`,
  other: msg`Other`,
}

export const schoolTypeMessages: Record<SchoolType, MessageDescriptor> = {
  kindergarten: msg`Kindergarten`,
  primary_school: msg`Primary school`,
  secondary_school: msg`Secondary school`,
  post_secondary: msg`Post-secondary`,
}

/** The message of a code that was stored or sent; undefined for none, and for one of another version. */
export function messageOf(
  messages: Readonly<Record<string, MessageDescriptor>>,
  code: string | null,
): MessageDescriptor | undefined {
  return code === null ? undefined : messages[code]
}

/** Null for a member who has not applied. */
export const youthStatusMessages: Record<MemberProfile['ya_status'], MessageDescriptor | null> = {
  'N/A': null,
  'Pending Payment': msg`Waiting for payment`,
  'Pending Approval': msg`Waiting for approval`,
  Approved: msg`Approved`,
  Rejected: msg`Not approved`,
  Expired: msg`Expired`,
}

const addressMessages: Record<AddressField, MessageDescriptor> = {
  flat_or_unit: msg`Flat or unit`,
  floor: msg`Floor`,
  block_or_phase: msg`Block or phase`,
  house_or_building_estate: msg`House, building or estate`,
  road_or_street: msg`Road or street`,
  district: msg`District`,
  country: msg`Country or region`,
}

/** What a line is where addresses are written in another way than in Hong Kong, by the country’s id in the contents. */
const addressMessagesOf: Readonly<Record<string, Partial<typeof addressMessages>>> = {
  cn: {
    block_or_phase: msg`Block, entrance or phase`,
    house_or_building_estate: msg`Compound or building`,
    road_or_street: msg`Street and number`,
    district: msg`Postcode, province, city and district`,
  },
  tw: {
    house_or_building_estate: msg`House number (and building)`,
    road_or_street: msg`Road, section, lane and alley`,
    district: msg`Postcode, city or county, and district`,
  },
}

/** What a line of an address is called in a country, by its id in the contents; empty: Hong Kong. */
export function addressMessage(line: AddressField, country: string): MessageDescriptor {
  return addressMessagesOf[country]?.[line] ?? addressMessages[line]
}

export const languageMessages: Record<PreferredLanguage, MessageDescriptor> = {
  en: msg`English`,
  tc: msg`Chinese`,
}
