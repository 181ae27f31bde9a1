import { readFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { mails } from '#server/mail/mails.ts'
import { demoAccounts, demoPassword } from '#server/seed/accounts.ts'
import { demoStaff } from '#server/seed/staff.ts'
import { demoOldMembers, demoTokens, type DemoToken } from '#server/seed/upgrades.ts'
import { settings } from '#server/settings.ts'
import { roomsPage } from '#tests/architecture/rooms.ts'
import options from '../.oxfmtrc.json' with { type: 'json' }

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** A Markdown table, before formatting. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string) => `\`${text}\``

function settingsPage(): string {
  const lines = Object.entries(settings).map(([name, { about, byDefault }]) => {
    const usual = byDefault === null ? '' : ` (default ${code(byDefault)})`
    return `- ${code(name)}${usual}: ${about}`
  })
  return `# Settings

Environment variables. They are read once, when the server starts. If a value is invalid, the server doesn’t start, and a message names the variable.

${lines.join('\n')}
`
}

/** Where the link of a token leads, below the language. */
const pages: Record<DemoToken['kind'], string> = {
  sc: 'the card partner’s link (`registration-sc`)',
  free_tier_upgrade: 'a free upgrade (`registration-free-tier-upgrade`)',
  existing: 'an upgrade code (`registration-existing`)',
}

const tierNames = { Black: 'Basic', Red: 'Red', Gold: 'Gold' }

function demoPage(): string {
  return `# The demo season

On its first start with an empty database, the server fills it with a season: concerts past, today and to come, tickets, rewards, events,
contents, members. Only where \`ORIGIN\` is this machine, or where \`SEED=demo\` asks for it: the accounts have a public password. The same
holds for the page at \`/mailbox\`, which shows the mails that are sent (\`MAILBOX=1\`).

## Accounts

The password of all of them is \`${demoPassword}\`.

${table(
  ['account', 'who it is'],
  demoAccounts.map(({ email, about }) => [code(email), about]),
)}

Staff sign in at \`/identity/staff\`, one in each role: ${demoStaff.map(code).join(', ')}. With the password, on a
loopback address only; elsewhere staff need a passkey.

A student applies at \`/en/registration-ya\` (any photo or PDF is a student card), pays, and waits for staff (\`membership@clubbravo.test\`, **Applications**).
\`young.paying@clubbravo.test\` has only to pay. The payment simulator takes the test cards that its page lists: 4111 1111 1111 1111 pays.

## Tickets

\`npm start\` prints a folder with the season’s tickets, each as a picture, and all of them on one sheet (\`tickets.html\`). Some of them are
addresses: a phone’s own camera opens the club with them. Concerts from three weeks to four days ago are in a season with a multiplier: their
tickets give half as many points again, as a bonus of its own (\`server/seed/content/bonus_periods\`).

## Upgrade links and codes

A link is \`/en/PAGE#token=TOKEN\`. A link of the card partner may lead to \`card-partner-upgrade\` as well, which explains the offer.

${table(
  ['token', 'what it opens', 'tier', 'what it is'],
  demoTokens.map(({ token, kind, tier, about, memberNo }) => [
    code(token),
    memberNo === undefined ? pages[kind] : `${pages[kind]} of ${code(memberNo)}`,
    tier,
    about,
  ]),
)}

## Members of the old programme

They come back at \`/en/registration-existing\`.

${table(
  ['member number', 'last name', 'email', 'mobile', 'tier'],
  demoOldMembers.map(({ memberNo, lastName, email, mobile, tier, takenOverBy }) => [
    code(memberNo),
    lastName,
    email ?? '',
    mobile,
    takenOverBy === undefined ? tierNames[tier] : `${tierNames[tier]}, has come back`,
  ]),
)}
`
}

const mailsBegin = '<!-- Written from server/mail/mails.ts by npm run make -- docs -->'
const mailsEnd = '<!-- End of what is written -->'

/** The operators' page, in which the list of mails is written. */
async function operatingPage(): Promise<string> {
  const page = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const [before = '', rest = ''] = page.split(mailsBegin)
  const [, after] = rest.split(mailsEnd)
  if (after === undefined) throw new Error('docs/operating.md has no place for the list of mails')
  const lines = Object.entries(mails).map(([kind, { when, needsConsent }]) => {
    const whom = needsConsent ? '; only to members who want reminders' : ''
    return `- ${code(kind)}: ${when}${whom}`
  })
  return `${before}${mailsBegin}\n\n${lines.join('\n')}\n\n${mailsEnd}${after}`
}

const markdown: Record<string, () => string | Promise<string>> = {
  'docs/settings.md': settingsPage,
  'docs/demo.md': demoPage,
  'docs/operating.md': operatingPage,
  'tests/architecture/rooms.md': roomsPage,
}

/** The pages that are written from the code's own tables: path -> Markdown, formatted. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  const written = Object.entries(markdown).map(
    async ([path, write]) => [path, (await format(path, await write(), options)).code] as const,
  )
  return new Map(await Promise.all(written))
}
