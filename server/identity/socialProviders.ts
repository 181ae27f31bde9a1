import type { Config } from '#server/config.ts'
import { discoveredKeys, type IdTokenReader, idTokenReader } from './idToken.ts'

/** The identity providers besides the club's own whose tokens sign people in. */
export type SocialProvider = keyof Config['socialIssuers']

/** Verifies the tokens of each; null for one that is not configured. */
export type SocialProviders = Record<SocialProvider, IdTokenReader | null>

export function openSocialProviders({ google, facebook }: Config['socialIssuers']): SocialProviders {
  const readerOf = (choice: Config['socialIssuers'][SocialProvider]) =>
    choice && idTokenReader({ ...choice, accountIssuer: choice.issuer, keys: discoveredKeys(choice.issuer) })
  return { google: readerOf(google), facebook: readerOf(facebook) }
}
