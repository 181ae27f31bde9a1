import { sql } from 'kysely'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The id that a text is, in the form in which ids are written; null if it is none. Compared as ids, rows are found by
 * their index.
 */
export function idOf(text: string): string | null {
  return uuid.test(text) ? text : null
}

/**
 * The same of the subject of a row of `members`: the id of its account at the built-in provider; null for other
 * subjects.
 */
export const accountIdOfMember = sql<string>`case
  when members.provider_subject ~ ${sql.lit(uuid.source)} then members.provider_subject::uuid end`
