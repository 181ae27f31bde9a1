import * as v from 'valibot'
import { IdToken, login, unsignedToken } from './auth.ts'
import { endpoint } from '#contract/endpoint.ts'

const request = v.object({ id_token: IdToken })

/**
 * Signs a person in by the `id_token` of another identity provider, which is verified against that provider's keys and
 * works once; creates their club account the first time. 401 when the token is not valid, 422 with "email has already
 * been used" when the address belongs to a member who signs in another way (the two are never joined by address alone;
 * who never proved the address gives it up to whoever has), 422 where the provider is not configured.
 */
const socialLogin = {
  method: 'POST',
  access: 'public',
  calledBy: 'others',
  rate: { class: 'sign-in', account: 'id_token' },
  maxBytes: 16 * 1024,
  request,
  answer: login.answer,
  burst: { request: { id_token: unsignedToken }, status: 422 },
} as const

export const googleLogin = endpoint({
  summary: 'Exchanges an ID token of Google for a club token',
  ...socialLogin,
  path: '/api/public/google-login',
})

export const facebookLogin = endpoint({
  summary: 'Exchanges an ID token of Facebook for a club token',
  ...socialLogin,
  path: '/api/public/facebook-login',
})
