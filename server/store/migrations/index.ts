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
import * as oldMembers from './0029-old-members.ts'

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
  '0029-old-members': oldMembers,
}
