import type { Config } from '#server/config.ts'
import { discoveredKeys, type IdTokenReader, idTokenReader } from './idToken.ts'

/** The identity providers besides the club's own whose tokens sign people in. */
export type SocialProvider = keyof Config['socialIssuers']

/** Verifies the tokens of each; null for one that is not configured. */
export type SocialProviders = Record<SocialProvider, IdTokenReader | null>

function readerOf(choice: Config['socialIssuers'][SocialProvider]): IdTokenReader | null {
  return choice && idTokenReader({ ...choice, accountIssuer: choice.issuer, keys: discoveredKeys(choice.issuer) })
}

/** Reads the issuers' keys on first use. */
export function openSocialProviders({ google, facebook }: Config['socialIssuers']): SocialProviders {
  return { google: readerOf(google), facebook: readerOf(facebook) }
}
