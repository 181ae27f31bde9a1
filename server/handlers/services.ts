/** What the provider's `id_token` says, after its signature, issuer, audience, expiry, age and nonce have been checked. */
export interface ProviderIdentity {
  subject: string
  email: string
  emailVerified: boolean
}

/** What handlers need from outside the database; `main.ts` makes them, tests make the same ones. */
export interface Services {
  /** Checks an `id_token`. Resolves to null where anything about it is wrong. Source: OpenID Connect Core 3.1.3.7. */
  readIdToken: (idToken: string) => Promise<ProviderIdentity | null>
  /** Mails the verification link again to an account that exists and is not verified; silent otherwise. */
  resendVerification: (email: string) => Promise<void>
  /** Months after which points expire; null where they do not. */
  pointsExpiryMonths: number | null
  /** Days after a performance within which its tickets can be claimed. */
  claimWindowDays: number
  /** Days that a club token is good for. */
  tokenDays: number
}
