import { expect, test } from 'vitest'
import { scanStatuses } from '#contract/scan/scan.ts'
import { groupNames, groups, textsOf } from '#server/content/groups.ts'
import { fieldMessages, groupMessages } from '#src/features/staff/contents/contentMessages.ts'
import { type Literal, literalsOf } from './literals.ts'
import { listFiles, readText } from './sources.ts'

const paths = (await listFiles()).filter(
  (path) =>
    (/^(?:contract|src|sw|server)\/.*\.tsx?$/.test(path) || path === 'lingui.config.ts') &&
    !/\.test\.tsx?$|^src\/routeTree\.gen\.ts$/.test(path),
)
const files = await Promise.all(paths.map(async (path) => [path, literalsOf(path, await readText(path))] as const))

/** What a table of `contract/` says, so that nothing else may. */
interface Fact {
  isMeant: (literal: Literal) => boolean
  /** The table, and where its words mean something else or are texts. */
  stands: RegExp
}

function wordsOutside({ isMeant, stands }: Fact): string[] {
  return files
    .filter(([path]) => !stands.test(path))
    .flatMap(([path, literals]) =>
      literals.filter(isMeant).map(({ value, line }) => `${path}:${line} says ${value.trim()}`),
    )
}

/**
 * Texts that Lingui does not hold: the worker's one message, the club's own lists, a length of time in the contents, a
 * sample of each script, the demo's story. The wire has names of its own for what a ticket and a redemption say, and so
 * have the editors' files and those of the box office, whose columns staff name.
 */
const languageTexts = [
  'contract/scan/scan.ts',
  'contract/staff/(?:applications|members|readiness).ts',
  'server/content/fillIn.ts',
  'server/content/folder/readFolder.ts',
  'server/seed/\\w+.ts',
  'server/services/spending/redeeming.ts',
  'src/features/chrome/header/LanguageSwitch.tsx',
  'src/features/offers/redeeming/RedeemSuccessPage.tsx',
  'src/features/registration/fields/DistrictOptions.tsx',
  'src/features/registration/fields/lookups.ts',
  'src/features/staff/tickets/ticket(?:Messages|Table).ts',
  'src/i18n/profileMessages.ts',
  'src/start/Document.tsx',
  'sw/addedPointsMessage.ts',
]

// 'sc' alone is also a way to join (the card partner's).
const languageWords: Fact = {
  isMeant: ({ kind, value }) =>
    kind === 'text'
      ? /^(?:en|tc)$|\bzh-Han[ts]|(?:\ben\b.*\btc\b)|YYYY年|[_/](?:tc|sc)\b/.test(value)
      : /^tc$|_(?:tc|sc)$/.test(value),
  stands: new RegExp(`^(?:${['contract/language.ts', ...languageTexts].join('|')})$`),
}

test('The languages stand in one table', () => {
  expect(wordsOutside(languageWords)).toEqual([])
})

// Labels, and the demo.
const labels = String.raw`^src/(?:i18n|features/offers)/\w+Messages\.ts$|^server/seed/\w+\.ts$`

test('The delivery methods stand in one table', () => {
  expect(
    wordsOutside({
      isMeant: ({ kind, value }) =>
        kind !== 'member' && /^(?:Mail|Email|On-site pick-up)$|'(?:Mail|Email|On-site)/.test(value),
      stands: new RegExp(`^contract/spending/deliveryMethods\\.ts$|${labels}|^src/features/style/`),
    }),
  ).toEqual([])
})

// What a tier brings and how it is called are texts; SQL in the code is searched, too.
const tierTexts = String.raw`^src/features/(?:card/TierName\.tsx|registration/upgrades/TierBenefits\.tsx)$`

test('The tiers stand in one table', () => {
  expect(
    wordsOutside({
      isMeant: ({ kind, value }) =>
        kind !== 'member' && /^(?:Black|Red|Gold|Diamond)$|'(?:Black|Red|Gold|Diamond)'/.test(value),
      stands: new RegExp(`^contract/member/tiers\\.ts$|${labels}|${tierTexts}`),
    }),
  ).toEqual([])
})

/** Where a status is decided on, or what it means is said: typed by the table, whose new rows the compiler asks for. */
const statusReaders = [
  'contract/scan/scan.ts',
  // The status of a ticket that was sold, of an unknown code, and of one's own ticket.
  'server/domain/scan.ts',
  'server/services/tickets/scans.ts',
  // What an answer means for a scan; `duplicated` and `invalid` depend on whether a ticket is described.
  'src/outbox/(?:entry|verdicts).ts',
  // Which of the claimed tickets have given their points.
  'src/outbox/page/creditedScans.ts',
  'src/features/scan/history/accountTickets.ts',
  // What a member and an editor read, and may ask about.
  'src/features/scan/status/(?:displayStatus|statusContent|statusMessages|statusPhase).ts',
]

/** The same words for something else. */
const otherStatuses = [
  // The states of a stored scan, and its verdicts.
  'src/outbox/(?:rows|sender|sendRow).ts',
  // What is shown, which has a table of its own; pages, tones, pulses, and why somebody signs in.
  'src/features/scan/(?:preview|result|scanner)/\\w+.tsx',
  'src/features/scan/history/ScansUnderWay.tsx',
  'src/features/scan/(?:SendingPausedNotice.tsx|vibration.ts)',
  // Points that have expired.
  'server/services/tickets/settlement.ts',
]
const withScans =
  'contract/scan/|server/domain/scan|server/services/tickets/|src/features/(?:scan|ticket)/|src/outbox/|sw/'

test('The scan statuses stand in one table', () => {
  const words = new Set<string>(scanStatuses)
  expect(
    wordsOutside({
      isMeant: ({ kind, value }) => kind !== 'member' && words.has(value),
      stands: new RegExp(`^(?!${withScans})|^(?:${[...statusReaders, ...otherStatuses].join('|')})$`),
    }),
  ).toEqual([])
  // These two mean nothing else anywhere.
  expect(
    wordsOutside({
      isMeant: ({ kind, value }) => kind !== 'member' && /^(?:not_found|duplicated)$/.test(value),
      stands: new RegExp(`^(?:${statusReaders.join('|')})$`),
    }),
  ).toEqual([])
})

test('Each group of contents, and each of its fields and texts, has words on the page for editors', () => {
  expect(groupNames.filter((name) => groupMessages[name] === undefined)).toEqual([])
  const named = groupNames.flatMap((name) => [
    ...Object.keys(groups[name].fields.entries),
    ...textsOf(name).map(([text]) => text),
  ])
  expect(named.filter((name) => fieldMessages[name] === undefined)).toEqual([])
})
