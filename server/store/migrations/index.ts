import type { Migration } from 'kysely/migration'
import * as club from './0001-club.ts'
import * as contents from './0002-contents.ts'
import * as locks from './0003-locks.ts'
import * as mailDelivery from './0004-mail-delivery.ts'
import * as sentHash from './0005-sent-hash.ts'
import * as ledgerGuards from './0006-ledger-guards.ts'
import * as signIns from './0020-sign-ins.ts'
import * as rateLimits from './0021-rate-limits.ts'
import * as linkPassword from './0022-link-password.ts'
import * as issuers from './0023-issuers.ts'
import * as fixedSearchPath from './0024-fixed-search-path.ts'
import * as profileBonusOnce from './0025-profile-bonus-once.ts'
import * as profileFields from './0026-profile-fields.ts'
import * as redemptions from './0027-redemptions.ts'
import * as registration from './0028-registration.ts'
import * as memberships from './0032-memberships.ts'
import * as payments from './0033-payments.ts'
import * as simulatedPayments from './0034-simulated-payments.ts'
import * as upgrades from './0035-upgrades.ts'
import * as youth from './0036-youth.ts'
import * as passwordResets from './0037-password-resets.ts'
import * as emailChanges from './0038-email-changes.ts'
import * as contactIndexes from './0039-contact-indexes.ts'
import * as studentCards from './0040-student-cards.ts'
import * as accountClosures from './0041-account-closures.ts'
import * as emailChangePassword from './0042-email-change-password.ts'
import * as inactiveRefunds from './0045-inactive-refunds.ts'
import * as oneOldMembership from './0046-one-old-membership.ts'
import * as forgetSpent from './0047-forget-spent.ts'
import * as upgradeCodes from './0048-upgrade-codes.ts'
import * as wholeMobileIndexes from './0050-whole-mobile-indexes.ts'
import * as memberNumberLock from './0051-member-number-lock.ts'
import * as redeeming from './0052-redeeming.ts'
import * as miles from './0053-miles.ts'
import * as eventRegistrations from './0054-event-registrations.ts'
import * as pointAdjustments from './0055-point-adjustments.ts'
import * as conversionsSent from './0056-conversions-sent.ts'
import * as tiersBySpend from './0060-tiers-by-spend.ts'
import * as ticketBonuses from './0061-ticket-bonuses.ts'
import * as transactionCodes from './0062-transaction-codes.ts'
import * as inventoryFollowsContents from './0070-inventory-follows-contents.ts'
import * as inventoryOfContents from './0071-inventory-of-contents.ts'
import * as tokenLock from './0072-token-lock.ts'
import * as entriesByTime from './0073-entries-by-time.ts'
import * as registrationsByTime from './0074-registrations-by-time.ts'
import * as returnedTickets from './0075-returned-tickets.ts'
import * as signInsEndGrantFirst from './0076-sign-ins-end-grant-first.ts'

/** Every migration by name, in the order of their names. A migration that has landed is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-club': club,
  '0002-contents': contents,
  '0003-locks': locks,
  '0004-mail-delivery': mailDelivery,
  '0005-sent-hash': sentHash,
  '0006-ledger-guards': ledgerGuards,
  '0020-sign-ins': signIns,
  '0021-rate-limits': rateLimits,
  '0022-link-password': linkPassword,
  '0023-issuers': issuers,
  '0024-fixed-search-path': fixedSearchPath,
  '0025-profile-bonus-once': profileBonusOnce,
  '0026-profile-fields': profileFields,
  '0027-redemptions': redemptions,
  '0028-registration': registration,
  '0032-memberships': memberships,
  '0033-payments': payments,
  '0034-simulated-payments': simulatedPayments,
  '0035-upgrades': upgrades,
  '0036-youth': youth,
  '0037-password-resets': passwordResets,
  '0038-email-changes': emailChanges,
  '0039-contact-indexes': contactIndexes,
  '0040-student-cards': studentCards,
  '0041-account-closures': accountClosures,
  '0042-email-change-password': emailChangePassword,
  '0045-inactive-refunds': inactiveRefunds,
  '0046-one-old-membership': oneOldMembership,
  '0047-forget-spent': forgetSpent,
  '0048-upgrade-codes': upgradeCodes,
  '0050-whole-mobile-indexes': wholeMobileIndexes,
  '0051-member-number-lock': memberNumberLock,
  '0052-redeeming': redeeming,
  '0053-miles': miles,
  '0054-event-registrations': eventRegistrations,
  '0055-point-adjustments': pointAdjustments,
  '0056-conversions-sent': conversionsSent,
  '0060-tiers-by-spend': tiersBySpend,
  '0061-ticket-bonuses': ticketBonuses,
  '0062-transaction-codes': transactionCodes,
  '0070-inventory-follows-contents': inventoryFollowsContents,
  '0071-inventory-of-contents': inventoryOfContents,
  '0072-token-lock': tokenLock,
  '0073-entries-by-time': entriesByTime,
  '0074-registrations-by-time': registrationsByTime,
  '0075-returned-tickets': returnedTickets,
  '0076-sign-ins-end-grant-first': signInsEndGrantFirst,
}
