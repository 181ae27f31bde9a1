import { readFile } from 'node:fs/promises'
import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { format } from 'oxfmt'
import * as v from 'valibot'
import { runnerImport } from 'vite'
import { keysOf } from '#contract/keysOf.ts'
import { type GroupName, groupNames, groups, textsOf } from '#server/content/groups.ts'
import type * as Kinds from '#server/mail/kinds/mails.ts'
import { needsConsent } from '#server/mail/memberMails.ts'
import { demoAccounts, demoPassword } from '#server/seed/accounts.ts'
import { demoStaff } from '#server/seed/staff.ts'
import { demoOldMembers, demoTokens, type DemoToken } from '#server/seed/upgrades.ts'
import { settings } from '#server/settings.ts'
import { roomsPage } from '#tests/architecture/rooms.ts'
import options from '../.oxfmtrc.json' with { type: 'json' }

const code = (text: string) => `\`${text}\``
/** An entry of a list, in lines of 150 characters. */
const entry = (text: string) => `- ${text}`.replace(/(.{1,148})(?: |$)/g, '$1\n  ').trimEnd()

/** The headings of the settings, each before the first of its own. */
const settingsHeadings: Partial<Record<keyof typeof settings, string>> = {
  HOST: 'Network',
  DATA_DIR: 'Data',
  SMTP_URL: 'Emails',
  OIDC_ISSUER: 'Signing in',
  PAYMENT_GATEWAY: 'Payment',
  CLAIM_WINDOW_DAYS: 'The club’s rules',
  SIGN_IN_LIMIT: 'Limits and the cache',
  LOG_LEVEL: 'Log and metrics',
}

function settingsPage(): string {
  const lines = keysOf(settings).map((name) => {
    const { about, byDefault } = settings[name]
    const heading = settingsHeadings[name]
    const usual = byDefault === null ? '' : ` (default ${code(byDefault)})`
    const line = entry(`${code(name)}${usual}: ${about}`)
    return heading === undefined ? line : `\n## ${heading}\n\n${line}`
  })
  return `# Settings

Environment variables of the server and of \`npm run club\`. They are read once, at the start; a blank one counts as unset. An invalid value
stops the start, and a message names the variable.

${lines.join('\n')}
`
}

/** Where the link of a token leads, below the language. */
const pages: Record<DemoToken['kind'], string> = {
  sc: '**The card partner’s links** (`registration-sc`, or `card-partner-upgrade`, which explains the offer)',
  free_tier_upgrade: '**Free upgrades** (`registration-free-tier-upgrade`)',
  existing: '**Upgrade codes of members of the old programme** (`registration-existing`)',
}

function tokensOf(kind: DemoToken['kind']): string {
  const lines = demoTokens
    .filter((token) => token.kind === kind)
    .map(({ token, tier, about, memberNo }) => {
      const facts = [tier, about, ...(memberNo === undefined ? [] : [`for ${code(memberNo)}`])]
      return `- ${code(token)}: ${facts.join(', ')}`
    })
  return `${pages[kind]}:\n\n${lines.join('\n')}`
}

const tierNames = { Black: 'Basic', Red: 'Red', Gold: 'Gold' }

function demoPage(): string {
  const accounts = demoAccounts.map(({ email, about }) => `- ${code(email)}: ${about}`)
  const oldMembers = demoOldMembers.map(({ memberNo, lastName, email, mobile, tier, takenOverBy }) => {
    const facts = [lastName, email ?? 'no email', mobile, tierNames[tier]]
    return `- ${code(memberNo)}: ${facts.join(', ')}${takenOverBy === undefined ? '' : '; has come back'}`
  })
  return `# The demo season

When a server starts with an empty database, it adds a season: past, present and coming concerts, tickets, rewards, events, contents and members.
It does so only where \`SEED\` asks for it, because the accounts have a public password. With \`MAILBOX\`, the page \`/mailbox\` shows the product’s
emails ([settings](settings.md)). Both are the default where \`ORIGIN\` is a loopback address.

## Accounts

The password of all accounts is \`${demoPassword}\`.

${accounts.join('\n')}

Staff sign in at \`/identity/staff\`. Each role has an account at \`@clubbravo.test\`:
${demoStaff.map((email) => code(email.split('@')[0] ?? email)).join(', ')}.
The password works on a loopback address only; elsewhere, staff need a passkey.

To try the Young Audience Scheme, apply at \`/en/registration-ya\` with any photo or PDF as the student card, and pay. Then sign in as
\`membership@clubbravo.test\`, and decide in **Applications**. The payment simulator lists its test cards: 4111 1111 1111 1111 pays.

## Tickets

\`npm start\` prints a folder with the season’s tickets, each as a picture, and all on one sheet (\`tickets.html\`). Some codes are URLs: a phone’s own
camera opens the club with them. Concerts from three weeks to four days ago give half as many points again, as a separate bonus
(\`server/seed/content/bonus_periods\`).

## Upgrade links and codes

A link is \`/en/PAGE#token=TOKEN\`. Below, each heading has its PAGE in brackets, and each list its TOKENs.

${keysOf(pages).map(tokensOf).join('\n\n')}

## Members of the old programme

They come back at \`/en/registration-existing\`, with their member number, last name, and email or mobile number. The tier is the one that they had.

${oldMembers.join('\n')}
`
}

/** A page of which a part is written: from this line to that one. */
async function pageWith(path: string, source: string, part: string): Promise<string> {
  const begin = `<!-- Written from ${source} by npm run make -- docs -->`
  const end = '<!-- End of what is written -->'
  const page = await readFile(new URL(`../${path}`, import.meta.url), 'utf8')
  const [before = '', rest = ''] = page.split(begin)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`${path} has no place for what is written from ${source}`)
  return `${before}${begin}\n\n${part}\n\n${end}${after}`
}

/** The mails' table, whose words Node does not read until they are compiled. */
async function loadMails(): Promise<typeof Kinds.mails> {
  const compiling = { configFile: false as const, plugins: [babel({ presets: [linguiTransformerBabelPreset()] })] }
  const { module } = await runnerImport<typeof Kinds>('./server/mail/kinds/mails.ts', compiling)
  return module.mails
}

async function emailsPage(): Promise<string> {
  const mails = await loadMails()
  const lines = keysOf(mails).map((kind) => {
    const whom = needsConsent(kind) ? '; only to members who want reminders' : ''
    return entry(`${code(kind)}: ${mails[kind].when}${whom}`)
  })
  return pageWith('docs/emails.md', 'server/mail/kinds', lines.join('\n'))
}

/** What a field or key of the contents accepts, in the words with which an import refuses anything else. */
function acceptedBy(schema: v.GenericSchema): string {
  const refusalOf = (value: unknown) => v.safeParse(schema, value).issues?.[0].message ?? ''
  const words = refusalOf(Symbol.iterator)
    .replace(/^must be /, '')
    .replace(/^must name a picture/, 'a picture’s name')
  return words === 'a list' ? `a list; each ${refusalOf([Symbol.iterator])}` : words
}

const optional = (isOptional: boolean) => (isOptional ? ' (optional)' : '')

/** A group's key, fields and texts, as lines of a list. */
function fieldsOf(name: GroupName): string {
  const { key, fields } = groups[name]
  const lines = Object.entries<v.GenericSchema>(fields.entries).map(
    ([field, schema]) => `${code(field)}${optional(v.is(schema, undefined))}: ${acceptedBy(schema)}`,
  )
  const texts = textsOf(name).map(([text, { kind, required }]) => `${code(text)}, ${kind}${optional(!required)}`)
  return [`key: ${acceptedBy(key)}`, ...lines, ...(texts.length > 0 ? [`texts: ${texts.join('; ')}`] : [])]
    .map((line) => `  - ${line}`)
    .join('\n')
}

/** Groups of the same fields stand together. */
function contentsPage(): Promise<string> {
  const together = new Map<string, GroupName[]>()
  for (const name of groupNames) together.set(fieldsOf(name), [...(together.get(fieldsOf(name)) ?? []), name])
  const lines = [...together].map(([fields, names]) => `${entry(names.map(code).join(', '))}\n${fields}`)
  return pageWith('docs/contents.md', 'server/content/groups.ts', lines.join('\n'))
}

const markdown: Record<string, () => string | Promise<string>> = {
  'docs/settings.md': settingsPage,
  'docs/demo.md': demoPage,
  'docs/emails.md': emailsPage,
  'docs/contents.md': contentsPage,
  'tests/architecture/rooms.md': roomsPage,
}

/** The pages that are written from the code's own tables: path -> Markdown, formatted. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  const written = Object.entries(markdown).map(
    async ([path, write]) => [path, (await format(path, await write(), options)).code] as const,
  )
  return new Map(await Promise.all(written))
}
