import { readFileSync } from 'node:fs'

/** SQL by the name of its migration, in the order of the names. */
export type Migrations = Readonly<Record<string, string>>

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('\r\n', '\n')

/** In the order in which they refer to each other. */
const subjects = [
  'infrastructure',
  'contents',
  'members',
  'staff',
  'mails',
  'identity',
  'points',
  'tickets',
  'spending',
  'payments',
]

/**
 * The schema of a new database is the baseline. What comes later is one file for each migration (`'0002-name':
 * read('0002-name.sql')`), which only adds, so that servers of the version before go on. Nothing that was released is
 * edited.
 */
export const migrations: Migrations = {
  '0001-baseline': subjects.map((subject) => read(`baseline/${subject}.sql`)).join('\n'),
}
