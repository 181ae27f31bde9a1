import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { sha256 } from '#server/store/hash.ts'
import type { Account } from '#server/store/identity/accounts.ts'
import {
  addChallenge,
  type ChallengePurpose,
  findCredentials,
  findPasskey,
  notePasskeyUse,
  takeChallenge,
} from '#server/store/identity/passkeys.ts'
import type { Database } from '#server/store/tables.ts'

/** How long a browser may take to answer: as long as a sign-in in progress lasts, whose page waits for a choice. */
const challengeMs = 60 * 60 * 1000
/** How long a browser waits for the person, in milliseconds. */
const timeout = 5 * 60 * 1000

/** EdDSA, ES256 and RS256 (COSE): what every authenticator has one of. */
const algorithms = [-8, -7, -257]

/** The name under which browsers keep passkeys; null where they keep none, because the site has an address only. */
export function relyingPartyOf(origin: string): string | null {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null
}

function requireRelyingParty(origin: string): string {
  const id = relyingPartyOf(origin)
  if (id === null) throw new Error('An address has no passkeys')
  return id
}

/** Bytes in base64url. */
const Bytes = v.pipe(v.string(), v.nonEmpty(), v.maxLength(16_384), v.regex(/^[\w-]+$/))
const Answer = {
  id: Bytes,
  rawId: Bytes,
  type: v.literal('public-key'),
  clientExtensionResults: v.fallback(v.object({}), {}),
}
const Assertion = v.object({
  ...Answer,
  response: v.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes }),
})
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Attestation = v.object({
  ...Answer,
  response: v.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: v.fallback(v.pipe(v.array(v.picklist(transports)), v.maxLength(10)), []),
  }),
})

/** The JSON of a form's field; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where and for what a passkey is asked for. `accountId`: of whom; null: of anybody. */
interface Ceremony {
  db: Kysely<Database>
  origin: string
  purpose: ChallengePurpose
  accountId: string | null
  now: Date
}

async function keepChallenge({ db, purpose, accountId, now }: Ceremony, challenge: string): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await addChallenge(db, { hash: sha256(challenge), purpose, accountId, expiresAt })
}

/** Whether an answer is one to a challenge that waits for it. Takes it: a second answer is none. */
function isAsked({ db, purpose, accountId, now }: Ceremony): (challenge: string) => Promise<boolean> {
  return (challenge) => takeChallenge(db, { hash: sha256(challenge), purpose, accountId, now })
}

/** What a browser needs to sign somebody in by a passkey: JSON for `parseRequestOptionsFromJSON`. */
export async function passkeyRequest(ceremony: Ceremony) {
  const { db, origin, accountId } = ceremony
  const options = await generateAuthenticationOptions({
    rpID: requireRelyingParty(origin),
    userVerification: 'required',
    timeout,
    allowCredentials: accountId === null ? [] : credentialsOf(await findCredentials(db, accountId)),
  })
  await keepChallenge(ceremony, options.challenge)
  return options
}

const isTransport = (name: string): name is (typeof transports)[number] => transports.some((known) => known === name)
const credentialsOf = (stored: readonly { id: string; transports: string[] }[]) =>
  stored.map(({ id, transports: named }) => ({ id, transports: named.filter(isTransport) }))

/** A passkey that somebody has just used, of this account. */
interface UsedPasskey {
  id: string
  accountId: string
  forStaff: boolean
}

/**
 * The passkey that has signed what a browser was asked to, with the person verified; null where anything about the
 * answer is wrong: an unknown passkey, a challenge that was answered before or asks for something else, another origin
 * or site, a signature, a counter that has not grown.
 *
 * @param text the browser's answer, as JSON
 */
export async function usePasskey(ceremony: Ceremony, text: string): Promise<UsedPasskey | null> {
  const { db, origin, now } = ceremony
  const answer = v.safeParse(Assertion, parsed(text))
  if (!answer.success) return null
  const passkey = await findPasskey(db, answer.output.id)
  if (passkey === null) return null
  const { id, accountId, publicKey, counter, forStaff } = passkey
  const checked = await verifyAuthenticationResponse({
    response: answer.output,
    expectedChallenge: isAsked(ceremony),
    expectedOrigin: origin,
    expectedRPID: requireRelyingParty(origin),
    credential: { id, publicKey, counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (checked?.verified !== true) return null
  if (!(await notePasskeyUse(db, { id, counter: checked.authenticationInfo.newCounter, now }))) return null
  return { id, accountId, forStaff }
}

/** What a browser needs to make a passkey for an account: JSON for `parseCreationOptionsFromJSON`. */
export async function passkeyCreation(ceremony: Ceremony, { id, email }: Pick<Account, 'id' | 'email'>) {
  const { db, origin } = ceremony
  const options = await generateRegistrationOptions({
    rpName: 'Club Bravo',
    rpID: requireRelyingParty(origin),
    userID: Uint8Array.from(Buffer.from(id, 'utf8')),
    userName: email,
    userDisplayName: email,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentialsOf(await findCredentials(db, id)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(ceremony, options.challenge)
  return options
}

/** A passkey that a browser has made. */
export interface MadePasskey {
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/** The passkey that a browser has made as it was asked to; null where anything about the answer is wrong. */
export async function readMadePasskey(ceremony: Ceremony, text: string): Promise<MadePasskey | null> {
  const { origin } = ceremony
  const answer = v.safeParse(Attestation, parsed(text))
  if (!answer.success) return null
  const checked = await verifyRegistrationResponse({
    response: answer.output,
    expectedChallenge: isAsked(ceremony),
    expectedOrigin: origin,
    expectedRPID: requireRelyingParty(origin),
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => null)
  if (checked?.verified !== true) return null
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return { id, publicKey, counter, transports: answer.output.response.transports }
}
