import type { TicketClaims } from '#contract/scan/ticket.ts'
import type { AddressChanges } from '#server/account/addressChanges.ts'
import type { MemberCorrections } from '#server/account/memberCorrections.ts'
import type { StaffPasskeys } from '#server/account/staffPasskeys.ts'
import type { IdTokenReader } from '#server/identity/idToken.ts'
import type { AccountClosures } from '#server/account/accountClosures.ts'
import type { ActivateAccount, VerifyCode } from '#server/identity/proveAddress.ts'
import type { EmailChanges } from '#server/identity/email/emailChanges.ts'
import type { AccountPasskeys } from '#server/identity/passkeys/accountPasskeys.ts'
import type { PasswordChanges } from '#server/identity/passwords/passwordChanges.ts'
import type { ResendVerification } from '#server/identity/email/resendVerification.ts'
import type { SocialProviders } from '#server/identity/socialProviders.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import type { mailWriter } from '#server/mail/mail.ts'
import type { AddMail } from '#server/mail/mailer.ts'
import type { Gateway } from '#server/payment/gateway.ts'
import type { ClubSettings } from '#server/services/readiness.ts'
import type { SealingKeys } from '#server/sealing/sealingKeys.ts'

/** The club's rules, from the configuration. */
export interface ClubRules {
  /** Months after which points expire; null when they never do. */
  pointsExpiryMonths: number | null
  /** Days after a performance within which its tickets can be claimed. */
  claimWindowDays: number
  /** Days for which a club token is valid. */
  tokenDays: number
  /** What a Red membership costs, in Hong Kong dollars. */
  redFee: number
}

/** What handlers need from outside the database. */
export interface HandlerDependencies {
  /** Verifies an `id_token`. Source: OpenID Connect Core 3.1.3.7. */
  readIdToken: IdTokenReader
  socialProviders: SocialProviders
  resendVerification: ResendVerification
  /** Counts a mail that proves an address, and resolves to the seconds until it may be sent. */
  countProof: (email: string) => Promise<number>
  activateAccount: ActivateAccount
  verifyCode: VerifyCode
  passwords: PasswordChanges
  emails: EmailChanges
  passkeys: AccountPasskeys
  closures: AccountClosures
  notify: NotifyMember
  rules: ClubRules
  settings: ClubSettings
  /** Seal student cards. */
  sealingKeys: () => Promise<SealingKeys>
  /** The folder of files that exist for one call only. */
  temporaryFolder: string
  /** The club's public origin. */
  origin: string
  /** The gateway through which members pay; null where the club takes no payments. */
  gateway: Gateway | null
  /** Prints a line for the operator. */
  warn: (line: string) => void
  /** Makes the codes of tickets that come without one. */
  ticketSigner: () => Promise<(claims: TicketClaims) => string>
  corrections: MemberCorrections
  addressChanges: AddressChanges
  staffPasskeys: StaffPasskeys
  addMail: AddMail
  /** What writes mails, to show one before it is sent. */
  mailWriter: () => ReturnType<typeof mailWriter>
}
