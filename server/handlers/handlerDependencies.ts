/** What the provider's `id_token` says, after its signature, issuer, audience, expiry, age and nonce have been checked. */
export interface ProviderIdentity {
  subject: string
  email: string
  emailVerified: boolean
}

/** What became of a wish for a mail: `too-many` says after how many seconds the next one may be sent. */
export type Resending = { kind: 'done' } | { kind: 'too-many'; waitSeconds: number }

/** What handlers need from outside the database; `main.ts` makes them, tests make the same ones. */
export interface Services {
  /** Checks an `id_token`. Resolves to null where anything about it is wrong. Source: OpenID Connect Core 3.1.3.7. */
  readIdToken: (idToken: string) => Promise<ProviderIdentity | null>
  /**
   * Mails the verification link again to an account that exists and is not verified. Whether there is such an account shows in
   * nothing, not even in when there are too many mails to an address.
   */
  resendVerification: (email: string) => Promise<Resending>
  /** Months after which points expire; null where they do not. */
  pointsExpiryMonths: number | null
  /** Days after a performance within which its tickets can be claimed. */
  claimWindowDays: number
  /** Days that a club token is good for. */
  tokenDays: number
}
