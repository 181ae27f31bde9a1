import type { Kysely } from 'kysely'
import type { Database } from '#server/store/tables.ts'

/** The text of the newest mail to a person; the club sends it before it responds. */
export async function lastMailTo(db: Kysely<Database>, recipient: string): Promise<string> {
  const { text } = await db
    .selectFrom('mailbox')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return text
}

/** The code to type in a mail. */
export function codeIn(mail: string): string {
  const code = /^.*\b(\d{6})$/m.exec(mail)?.[1]
  if (code === undefined) throw new Error(`No code in this mail:\n${mail}`)
  return code
}

/** The only address in a mail. */
export function linkIn(mail: string): string {
  const link = /https?:\/\/\S+/.exec(mail)?.[0]
  if (link === undefined) throw new Error(`No link in this mail:\n${mail}`)
  return link
}
