import { readFileSync } from 'node:fs'

/** SQL by the name of its migration, in the order of the names. */
export type Migrations = Readonly<Record<string, string>>

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('\r\n', '\n')

/** In the order in which they refer to each other. */
const subjects = ['infrastructure', 'contents', 'members', 'identity', 'points', 'tickets', 'spending', 'payments']

/**
 * The schema of a new database is the baseline. What comes later is one file for each migration (`'0002-name':
 * read('0002-name.sql')`), which only adds, so that servers of the version before go on. Nothing that was released is
 * edited.
 */
export const migrations: Migrations = {
  '0001-baseline': subjects.map((subject) => read(`baseline/${subject}.sql`)).join('\n'),
  '0002-key-retirement': read('0002-key-retirement.sql'),
  '0003-bounded-stores': read('0003-bounded-stores.sql'),
  '0004-membership-year': read('0004-membership-year.sql'),
  '0005-mails': read('0005-mails.sql'),
  '0006-joining': read('0006-joining.sql'),
  '0007-staff': read('0007-staff.sql'),
  '0008-airline-reference': read('0008-airline-reference.sql'),
  '0009-parcels': read('0009-parcels.sql'),
  '0010-forgotten-reasons': read('0010-forgotten-reasons.sql'),
  '0011-passkeys': read('0011-passkeys.sql'),
  '0012-ticket-imports': read('0012-ticket-imports.sql'),
  '0013-staff-sign-ins': read('0013-staff-sign-ins.sql'),
  '0014-attendance': read('0014-attendance.sql'),
  '0015-final-closures': read('0015-final-closures.sql'),
  '0016-suspensions': read('0016-suspensions.sql'),
  '0017-returned-redemptions': read('0017-returned-redemptions.sql'),
  '0018-looks': read('0018-looks.sql'),
  '0019-unused-links': read('0019-unused-links.sql'),
}
