/**
 * A room: a folder, its purpose, and the rooms that it may import. `features/*` stands for each feature separately:
 * which of the others it may import says `featureImports`. Rooms under `types` may be imported only for their types.
 * Files outside every room (main, router, the server's entry) compose the others and may import anything on their own
 * side.
 */
export interface Room {
  folder: string
  purpose: string
  may: readonly string[]
  types?: readonly string[]
}

const features = 'src/features/'

/** The import rules. The first matching room counts. `rooms.md` is written from this table (`npm run make -- docs`). */
export const rooms: readonly Room[] = [
  {
    folder: 'contract',
    purpose: 'The API as values: every endpoint with its schemas, and what page and server share',
    may: [],
  },
  {
    folder: 'packages/qr-flatten',
    purpose: 'Reads bent codes: pixels in, a flat code out; knows nothing of the club',
    may: [],
  },
  { folder: 'src/api', purpose: 'The client of the API: errors are values', may: ['contract'] },
  {
    folder: 'src/storage',
    purpose: 'Durable IndexedDB stores, and one lock over tabs and worker',
    may: ['src/platform'],
  },
  {
    folder: 'src/outbox/page',
    purpose: 'The outbox as a page has it: what it shows, when it sends, and what it asks when a session ends',
    may: ['src/session', 'src/outbox', 'src/storage', 'src/platform', 'contract'],
  },
  {
    folder: 'src/outbox',
    purpose: 'The scan outbox and its sender; runs in page and worker',
    may: ['src/api', 'src/storage', 'src/platform', 'contract'],
    types: ['src/session/record.ts'],
  },
  {
    folder: 'src/session',
    purpose: 'Who is signed in: record, lock, sign in, renew, sign out, and the client that calls as the member',
    may: ['src/api', 'src/storage', 'src/platform', 'src/config.ts', 'contract'],
  },
  {
    folder: 'src/platform',
    purpose: 'Browser features that need care: Trusted Types, the online hint, PDFs; listeners',
    may: ['contract/calendarFile.ts'],
  },
  { folder: 'src/i18n', purpose: 'Languages, catalogs, dates, numbers, page titles', may: ['contract'] },
  {
    folder: 'src/query',
    purpose: 'Answers of the API as query options, and their persistence',
    may: ['src/session', 'src/api/callFailure.ts', 'src/platform', 'contract'],
    types: ['src/api'],
  },
  {
    folder: 'src/content',
    purpose: 'Readers of what editors publish: blocks of a page, links, countries',
    may: ['src/i18n', 'contract'],
  },
  { folder: 'src/styles', purpose: 'Tokens, base styles, fonts and the order of the layers', may: [] },
  {
    folder: 'src/ui',
    purpose: 'Components without knowledge of pages, queries or features; links and addresses are the router’s',
    may: ['src/i18n', 'src/platform', 'contract'],
  },
  {
    folder: 'src/serviceWorker',
    purpose: 'The page’s side of the worker: registration, updates, cache warming',
    may: ['src/platform', 'src/ui', 'src/config.ts', 'contract'],
  },
  {
    folder: 'src/features/staff',
    purpose: 'The pages of staff: a build of their own, and nothing of the members’ sessions in them',
    may: [
      'src/api',
      'src/platform',
      'src/ui',
      'src/i18n',
      'src/styles',
      'src/features/scan/capture/camera',
      'src/features/scan/capture/decoder',
      'src/features/scan/capture/scanLoop.ts',
      'contract',
    ],
  },
  {
    folder: 'src/features/*',
    purpose: 'What the product does on screen, one folder for each product word',
    may: [
      'src/api/callFailure.ts',
      'src/session',
      'src/outbox',
      'src/storage/names.ts',
      'src/query',
      'src/content',
      'src/platform',
      'src/serviceWorker',
      'src/ui',
      'src/i18n',
      'src/config.ts',
      'packages/qr-flatten',
      'contract',
    ],
  },
  {
    folder: 'src/routes',
    purpose: 'URL to guard, loader and page; composes features',
    may: ['src/features', 'src/session', 'src/query', 'src/content', 'src/ui', 'src/i18n', 'contract/language.ts'],
    types: ['contract'],
  },
  {
    folder: 'sw',
    purpose: 'The service worker: a table of events',
    may: ['src/outbox', 'src/storage', 'src/session/record.ts', 'src/session/revocations.ts', 'src/api', 'contract'],
  },
  { folder: 'server/gate', purpose: 'Concurrency limiters with fair queues, for whatever is scarce', may: [] },
  { folder: 'server/domain', purpose: 'Plain decisions without I/O', may: ['contract'] },
  {
    folder: 'server/metrics',
    purpose: 'What a process has measured, and the address at which it shows it',
    may: ['server/errorCode.ts', 'server/startError.ts', 'contract'],
  },
  { folder: 'server/database', purpose: 'Starts or connects to PostgreSQL', may: ['server/errorCode.ts'] },
  {
    folder: 'server/store',
    purpose: 'SQL only',
    may: ['server/database', 'server/errorCode.ts', 'contract'],
    types: ['server/gate'],
  },
  {
    folder: 'server/images',
    purpose: 'Source images and their variants',
    may: ['server/gate', 'server/store', 'contract'],
  },
  {
    folder: 'server/content',
    purpose: 'What editors publish, and its folder format',
    may: ['server/domain', 'server/store', 'server/images', 'contract'],
  },
  {
    folder: 'server/services',
    purpose: 'What the product does: load, decide, save. For handlers, timers and commands',
    may: [
      'server/domain',
      'server/store',
      'server/sealing',
      'server/content',
      'server/images',
      'server/gate',
      'server/mail/memberMails.ts',
      'contract',
    ],
    types: ['server/identity', 'server/mail'],
  },
  {
    folder: 'server/pages',
    purpose: 'Pages and mails that the server writes, as components: built, and rendered in Node',
    may: ['server/mail/kinds', 'src/ui', 'src/i18n', 'src/styles', 'src/content', 'contract'],
    types: ['server/identity', 'server/payment'],
  },
  {
    folder: 'server/payment/simulator',
    purpose: 'A gateway for trying the product out: its payment page, and its reports to the club',
    may: [
      'server/config.ts',
      'server/http',
      'server/identity',
      'server/pages',
      'server/payment',
      'server/store',
      'contract',
    ],
  },
  { folder: 'server/payment', purpose: 'The card payment gateway', may: ['contract'], types: ['server/domain'] },
  {
    folder: 'server/handlers',
    purpose: 'Request to service to answer',
    may: ['server/services', 'contract'],
    types: [
      'server/account',
      'server/identity',
      'server/mail',
      'server/payment',
      'server/sealing',
      'server/staff',
      'server/store',
    ],
  },
  {
    folder: 'server/sealing',
    purpose: 'What is encrypted in the database, by keys in a file',
    may: ['server/errorCode.ts', 'server/startError.ts'],
  },
  {
    folder: 'server/tickets',
    purpose: 'Signs tickets; keeps the keys',
    may: ['server/sealing', 'server/store'],
    types: ['contract'],
  },
  {
    folder: 'server/rateLimits',
    purpose: 'How often a person may do something',
    may: ['server/gate', 'server/store', 'contract'],
  },
  {
    folder: 'server/mail/kinds',
    purpose: 'Each mail: its facts, its words, where it leads, and when it is sent; built with the pages',
    may: ['src/i18n', 'contract'],
  },
  {
    folder: 'server/mail',
    purpose: 'Mails in three languages, and their worker',
    may: [
      'server/gate',
      'server/http',
      'server/metrics',
      'server/pages',
      'server/store',
      'server/errorCode.ts',
      'contract',
    ],
    types: ['server/config.ts'],
  },
  {
    folder: 'server/http',
    purpose: 'HTTP without the product: network, headers, files, health',
    may: [
      'server/gate',
      'server/metrics',
      'server/pages',
      'server/store/connection',
      'server/render/pageConfig.ts',
      'server/render/buildStaff.ts',
      'server/render/renderer.ts',
      'server/errorCode.ts',
      'server/startError.ts',
      'contract',
    ],
    types: ['server/config.ts', 'server/images', 'server/render', 'server/store'],
  },
  {
    folder: 'server/render',
    purpose: 'Makes pages: the build, prerendering, pages with the data that they show',
    may: ['server/http', 'server/identity/issuer.ts', 'server/gate', 'server/pages', 'server/settings.ts', 'contract'],
    types: ['server/config.ts'],
  },
  {
    folder: 'server/identity',
    purpose: 'The identity provider: accounts, passwords, sign-in pages',
    may: [
      'server/content',
      'server/domain',
      'server/gate',
      'server/http',
      'server/mail',
      'server/pages',
      'server/sealing',
      'server/store',
      'contract',
    ],
    types: ['server/config.ts', 'server/rateLimits'],
  },
  {
    folder: 'server/account',
    purpose: 'What changes a member and their account with the identity provider at once',
    may: ['server/domain', 'server/identity', 'server/mail', 'server/services', 'server/store', 'contract'],
  },
  {
    folder: 'server/staff',
    purpose: 'How staff sign in, and who of them sends a request',
    may: [
      'server/domain',
      'server/http',
      'server/identity',
      'server/pages',
      'server/services',
      'server/store',
      'contract',
    ],
    types: ['server/mail', 'server/rateLimits'],
  },
  {
    folder: 'server/api',
    purpose: 'Endpoints as routes: access, limits, keys, errors',
    may: [
      'server/metrics',
      'server/handlers',
      'server/services',
      'server/domain',
      'server/identity',
      'server/http',
      'server/gate',
      'server/store',
      'server/errorCode.ts',
      'contract',
    ],
    types: ['server/rateLimits', 'server/staff'],
  },
  {
    folder: 'server/maintenance',
    purpose: 'What is done by the clock: settlement, expiry, purges',
    may: [
      'server/metrics',
      'server/account',
      'server/services',
      'server/mail',
      'server/store',
      'server/errorCode.ts',
      'contract',
    ],
    types: ['server/config.ts', 'server/http'],
  },
  { folder: 'server', purpose: 'Composition: start, settings, commands, seed', may: ['server', 'contract'] },
  { folder: 'src', purpose: 'Composition of the app', may: ['src', 'contract'] },
]

/**
 * Which feature may import which. One way: a feature imports only such as stand above it. (`home` comes last: it shows
 * parts of many others.) Features that are not named import no other.
 */
export const featureImports: Readonly<Record<string, readonly string[]>> = {
  ticket: [],
  signIn: ['ticket'],
  account: ['signIn'],
  install: [],
  card: [],
  attempt: [],
  suspension: [],
  offers: ['attempt', 'signIn', 'suspension'],
  member: ['install', 'offers', 'signIn', 'suspension'],
  scan: ['card', 'member', 'signIn', 'ticket'],
  miles: ['attempt', 'offers', 'signIn', 'suspension'],
  registration: ['card', 'scan', 'signIn'],
  home: ['member', 'offers', 'scan', 'suspension'],
}

/** The first room that contains a file, with `*` filled in: `src/features/scan/x.ts` is in `src/features/scan`. */
export function roomOf(path: string): Room | undefined {
  for (const room of rooms) {
    const folder = room.folder.endsWith('/*') ? ownFolder(room.folder.slice(0, -1), path) : room.folder
    if (folder !== undefined && path.startsWith(`${folder}/`)) return { ...room, folder }
  }
  return undefined
}

function ownFolder(prefix: string, path: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined
  const name = path.slice(prefix.length).split('/')[0]
  return name === undefined ? undefined : prefix + name
}

/** Whether a file may import another. `to` is a path from the root; packages are always allowed. */
export function mayImport(from: string, to: string, isType: boolean): boolean {
  const room = roomOf(from)
  if (!room || !isOwnFile(to)) return true
  const open = [room.folder, ...room.may, ...featuresOpenTo(room), ...(isType ? (room.types ?? []) : [])]
  return open.some((folder) => to === folder || to.startsWith(`${folder}/`))
}

function featuresOpenTo({ folder }: Room): string[] {
  if (!folder.startsWith(features)) return []
  return (featureImports[folder.slice(features.length)] ?? []).map((name) => features + name)
}

function isOwnFile(to: string): boolean {
  return /^(?:contract|packages|src|sw|server|tests|scripts)\//.test(to)
}

const header = `# Which folder may import which

Written from \`rooms.ts\` by \`npm run make -- docs\`; \`architecture.test.ts\` enforces it, and fails when this page is out of date.
\`features/*\` means each feature separately; a table of its own says which may import which. The first matching row counts.

| Room | What it is for | May import | Types only |
| ---- | -------------- | ---------- | ---------- |
`

const featuresHeader = `## Features

One way: a feature imports only those above it in \`featureImports\`. Those that are not named here import no other.

| Feature | May import |
| ------- | ---------- |
`

const list = (folders: readonly string[] = []) => folders.map((folder) => `\`${folder}\``).join(', ')

/** The table as a Markdown page (before formatting). */
export function roomsPage(): string {
  const rows = rooms.map(
    ({ folder, purpose, may, types }) => `| \`${folder}\` | ${purpose} | ${list(may)} | ${list(types)} |`,
  )
  const ways = Object.entries(featureImports)
    .filter(([, may]) => may.length > 0)
    .map(([name, may]) => `| \`${name}\` | ${list(may)} |`)
  return `${header}${rows.join('\n')}\n\n${featuresHeader}${ways.join('\n')}\n`
}
