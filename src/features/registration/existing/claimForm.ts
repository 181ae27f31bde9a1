import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { EmailOrMobile } from '#contract/registration/registration.ts'

const Text = v.pipe(v.string(), v.trim(), v.maxLength(254))
const Required = v.pipe(Text, v.nonEmpty())

/** What an earlier member fills in, by the names of the API. */
const Claim = v.object({
  cb_member_no: Required,
  last_name: Required,
  email_or_mobile: v.pipe(Text, v.union([v.literal(''), EmailOrMobile])),
  upgrade_code: Text,
})
export type Claim = v.InferInput<typeof Claim>
export type ClaimField = keyof Claim

const claimFields: readonly ClaimField[] = ['cb_member_no', 'last_name', 'email_or_mobile', 'upgrade_code']

/** The fields that are not as they should be, in the order of the page. One of the last two is enough. */
export function checkClaim(claim: Claim): ClaimField[] {
  const { issues = [] } = v.safeParse(Claim, claim)
  const isUnproved = claim.email_or_mobile.trim() === '' && claim.upgrade_code.trim() === ''
  return claimFields.filter(
    (field) => issues.some(({ path }) => path?.[0].key === field) || (field === 'email_or_mobile' && isUnproved),
  )
}

const required: Readonly<Record<ClaimField, MessageDescriptor>> = {
  cb_member_no: msg`Enter your member number.`,
  last_name: msg`Enter your last name.`,
  email_or_mobile: msg`Enter your email address or mobile number, or your upgrade code.`,
  upgrade_code: msg`Check your upgrade code.`,
}

const invalid: Readonly<Record<ClaimField, MessageDescriptor>> = {
  cb_member_no: msg`Check your member number.`,
  last_name: msg`Check your last name.`,
  email_or_mobile: msg`Enter an email address such as name@example.com, or a mobile number in digits.`,
  upgrade_code: msg`Check your upgrade code.`,
}

/** What to do about a field that `checkClaim` names. */
export function claimMessage(field: ClaimField, claim: Claim): MessageDescriptor {
  return (claim[field].trim() === '' ? required : invalid)[field]
}
