import type { Kysely } from 'kysely'
import { type Mail, mailWriter } from '#server/mail/mail.ts'
import type { Database } from '#server/store/tables.ts'

/** A club's mails. `origin`: that of the links in them. */
interface Mailing {
  db: Kysely<Database>
  origin: string
}

/** The mails to a person, as they are shown or sent, the oldest first. */
export async function readMails({ db, origin }: Mailing, recipient: string): Promise<(Mail & { kind: string })[]> {
  const write = await mailWriter(origin)
  const stored = await db.selectFrom('mailbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
  return stored.map((row) => {
    const mail = write(row)
    if (mail === null) throw new Error(`A mail cannot be written: ${row.kind}`)
    return { ...mail, kind: row.kind }
  })
}

/** The text of the newest mail to a person; the club stores it before it responds. */
export async function lastMailTo(club: Mailing, recipient: string): Promise<string> {
  const last = (await readMails(club, recipient)).at(-1)
  if (last === undefined) throw new Error(`No mail to ${recipient}`)
  return last.text
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
