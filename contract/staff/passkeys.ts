import * as v from 'valibot'
import { PageLanguage } from '#contract/language.ts'
import { PasskeyId } from '#contract/member/signIns.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment, Nothing } from './schemas.ts'

/** Oldest first. null: there are none, at an address without a name. */
export const staffPasskeys = endpoint({
  summary: 'Lists one’s own passkeys for the staff’s pages',
  method: 'GET',
  path: '/api/staff/passkeys',
  access: { staff: 'session_read' },
  request: Nothing,
  answer: v.object({
    passkeys: v.nullable(
      v.array(v.object({ id: v.string(), name: v.string(), since: Moment, lastUsedAt: v.nullable(Moment) })),
    ),
  }),
})

/** `options`: as a browser takes them; null where there are no passkeys. */
export const newStaffPasskey = endpoint({
  summary: 'Gets the options to create a passkey for the staff’s pages',
  method: 'POST',
  path: '/api/staff/new-passkey',
  access: { staff: 'passkey_manage' },
  request: Nothing,
  answer: v.object({ options: v.nullable(v.record(v.string(), v.unknown())) }),
})

/** Its owner gets a mail. `refused`: it isn't what was asked for. */
export const addStaffPasskey = endpoint({
  summary: 'Adds a passkey for the staff’s pages',
  method: 'POST',
  path: '/api/staff/add-passkey',
  access: { staff: 'passkey_manage' },
  request: v.object({ credential: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40_000)), lang: PageLanguage }),
  answer: v.object({ kind: v.picklist(['added', 'refused']) }),
  maxBytes: 48 * 1024,
})

/** The other sign-ins end. `last`: it is the only one; `unknown`: there is none (any more). */
export const removeStaffPasskey = endpoint({
  summary: 'Removes a passkey for the staff’s pages',
  method: 'POST',
  path: '/api/staff/remove-passkey',
  access: { staff: 'passkey_manage' },
  request: v.object({ id: PasskeyId }),
  answer: v.object({ kind: v.picklist(['removed', 'last', 'unknown']) }),
  maxBytes: 4096,
})
