import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { PageLanguage } from '#contract/language.ts'
import { answerList, lenientList, OptionalText } from '#contract/schemas/lenient.ts'
import { Success } from '#contract/schemas/success.ts'
import { CurrentPassword } from './password.ts'

/** A device on which the member is signed in. Times: ISO 8601; `last_seen` is that of the last renewal. */
export const SignIn = v.object({
  id: v.pipe(v.string(), v.uuid()),
  browser: OptionalText,
  device: OptionalText,
  since: v.string(),
  last_seen: v.string(),
  is_current: v.boolean(),
})
export type SignIn = v.InferOutput<typeof SignIn>

const PasskeyName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60))
/** A credential's id, in base64url. */
export const PasskeyId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1400), v.regex(/^[\w-]+$/))

/** A passkey of the member's account. `is_staff`: staff sign in with it, and it is removed there. */
export const Passkey = v.object({
  id: PasskeyId,
  name: v.string(),
  since: v.string(),
  last_used: v.nullable(v.string()),
  is_staff: v.boolean(),
})
export type Passkey = v.InferOutput<typeof Passkey>

/**
 * Sign-ins come newest first. `passkeys`: null where accounts have none: with another identity provider, or at an
 * address without a name. This backend's own, like all of these.
 */
export const signIns = endpoint({
  summary: 'Lists where the member is signed in, and the account’s passkeys',
  method: 'GET',
  path: '/api/{product}/users/sign-ins',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({}),
  answer: v.object({ sign_ins: answerList(SignIn), passkeys: v.nullable(lenientList(Passkey)) }),
})

/** Without `id` all but the one that calls. Succeeds where it has ended already. */
export const endSignIns = endpoint({
  summary: 'Ends the member’s sign-ins',
  method: 'POST',
  path: '/api/{product}/users/sign-ins/end',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({ id: v.optional(v.pipe(v.string(), v.uuid())) }),
  answer: Success,
})

/** A passkey's answer with room for its certificates, and a password of the longest kind, in bytes. */
const passkeyBytes = 48 * 1024

/**
 * `options`: JSON for `parseCreationOptionsFromJSON`. 422 with `current_password` refused when it is not the right one.
 */
export const passkeyCreation = endpoint({
  summary: 'Gets the options to create a passkey',
  method: 'POST',
  path: '/api/{product}/users/passkeys/creation',
  access: 'member',
  rate: { class: 'sign-in', account: 'member' },
  maxBytes: 8 * 1024,
  request: v.object({ current_password: CurrentPassword }),
  answer: v.object({ options: v.record(v.string(), v.unknown()) }),
})

/**
 * The member gets a mail. `credential`: the JSON of what the browser has made. 422 with `credential` refused when it is
 * not what was asked for, or the account has too many.
 */
export const addPasskey = endpoint({
  summary: 'Adds a passkey',
  method: 'POST',
  path: '/api/{product}/users/passkeys',
  access: 'member',
  rate: { class: 'sign-in', account: 'member' },
  maxBytes: passkeyBytes,
  request: v.object({
    current_password: CurrentPassword,
    credential: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32 * 1024)),
    lang: PageLanguage,
  }),
  answer: Success,
})

/** 422 with `id` refused when it is gone. */
export const renamePasskey = endpoint({
  summary: 'Renames a passkey',
  method: 'POST',
  path: '/api/{product}/users/passkeys/name',
  access: 'member',
  rate: { class: 'own-data' },
  maxBytes: 4 * 1024,
  request: v.object({ id: PasskeyId, name: PasskeyName }),
  answer: Success,
})

/** The member gets a mail. 422 with `id` refused when it is gone, or staff sign in with it. */
export const removePasskey = endpoint({
  summary: 'Removes a passkey',
  method: 'POST',
  path: '/api/{product}/users/passkeys/removal',
  access: 'member',
  rate: { class: 'own-data' },
  maxBytes: 4 * 1024,
  request: v.object({ id: PasskeyId, lang: PageLanguage }),
  answer: Success,
})
