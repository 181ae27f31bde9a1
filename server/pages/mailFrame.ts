import { msg } from '@lingui/core/macro'
import type { MailContent, Writer } from '#server/mail/kinds/mailKind.ts'

interface MailLink {
  to: string
  says: string
}

/** Everything that a mail shows, in the order in which it does: HTML and plain text are made from it. */
export interface MailFrame extends Required<Pick<MailContent, 'subject' | 'lines' | 'table' | 'after'>> {
  code: NonNullable<MailContent['code']> | null
  greeting: string
  link: MailLink
  signature: string
  /** Where the reader can ask; null where the mail's own link leads there. */
  contact: MailLink | null
  /** How to get no more of its kind; null for what everybody gets. */
  unsubscribe: MailLink | null
  /** The app's start. */
  home: string
}

/** Where a mail's links lead. `home`: the app's start. */
interface MailLinks {
  link: string
  unsubscribe: string | null
  home: string
}

/** A mail's content with what every mail has. `name`: null where nobody has proved that it is the reader's. */
export function mailFrame(
  { code, table = [], link, ...content }: MailContent,
  name: string | null,
  links: MailLinks,
  { say }: Writer,
): MailFrame {
  const contact = `${links.home}/contact-us`
  return {
    ...content,
    code: code ?? null,
    table,
    greeting: name === null ? say(msg`Hello,`) : say(msg`Dear ${name},`),
    link: { to: links.link, says: link },
    signature: say(msg`The Club Bravo team`),
    contact: links.link === contact ? null : { to: contact, says: say(msg`Contact us`) },
    unsubscribe:
      links.unsubscribe === null
        ? null
        : { to: links.unsubscribe, says: say(msg`Unsubscribe from reminders like this`) },
    home: links.home,
  }
}

/** The same as plain text, in paragraphs. */
export function plainMail(frame: MailFrame, { say }: Writer): string {
  const { code, greeting, lines, table, link, signature, after, contact, unsubscribe } = frame
  const withLink = ({ says, to }: MailLink) => `${say(msg`${says}:`)}\n${to}`
  const row = (term: string, first: string) => say(msg`${term}: ${first}`)
  const rows = table.map(({ term, value: [first = '', ...more] }) =>
    [row(term, first), ...more.map((one) => `  ${one}`)].join('\n'),
  )
  return [
    ...(code ? [row(code.term, code.value)] : []),
    greeting,
    ...lines,
    ...(rows.length > 0 ? [rows.join('\n')] : []),
    withLink(link),
    signature,
    after,
    ...(contact ? [withLink(contact)] : []),
    ...(unsubscribe ? [withLink(unsubscribe)] : []),
  ].join('\n\n')
}
