import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Success } from '#contract/schemas/success.ts'
import { CurrentPassword, LinkToken } from './password.ts'

/**
 * Works for whoever proves to have asked for the link: by being signed in to the account, or by the password that was
 * chosen with it (which is required of anybody else, and is this backend's own). 422 with `token` refused when the link
 * has expired, and with `password` when that is missing or not the right one. Succeeds again where the address is
 * verified already.
 */
export const accountActivation = endpoint({
  summary: 'Verifies an email address by a mailed link',
  method: 'POST',
  path: '/api/auth/account-activation',
  calledBy: 'others',
  access: 'optional',
  rate: { class: 'sign-in', account: 'token' },
  maxBytes: 8 * 1024,
  request: v.object({ token: LinkToken, password: v.optional(CurrentPassword) }),
  answer: Success,
  burst: { request: { token: 'no-such-token', password: 'Stradivari-1715' }, status: 422 },
})
