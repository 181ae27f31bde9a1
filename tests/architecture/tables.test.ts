import { expect, test } from 'vitest'
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
 * Texts that Lingui does not hold: the worker's one message, the club's own lists, a sample of each script, the demo's
 * story. The wire has names of its own for what a ticket and a redemption say, and so have the editors' files.
 */
const languageTexts = [
  'contract/scan/scan.ts',
  'contract/staff/applications.ts',
  'server/content/folder/readFolder.ts',
  'server/seed/\\w+.ts',
  'server/services/spending/redeeming.ts',
  'src/features/chrome/header/LanguageSwitch.tsx',
  'src/features/offers/redeeming/RedeemSuccessPage.tsx',
  'src/features/registration/fields/DistrictOptions.tsx',
  'src/features/registration/fields/lookups.ts',
  'src/features/style/sampleText.ts',
  'src/i18n/profileMessages.ts',
  'src/start/Document.tsx',
  'sw/addedPointsMessage.ts',
]

// 'sc' alone is also a way to join (the card partner's).
const languageWords: Fact = {
  isMeant: ({ kind, value }) =>
    kind === 'text' ? /^(?:en|tc)$|\bzh-Han[ts]|(?:\ben\b.*\btc\b)|YYYY年|[_/](?:tc|sc)\b/.test(value) : value === 'tc',
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
      isMeant: ({ kind, value }) => kind !== 'member' && /^(?:Mail|On-site pick-up)$|'(?:Mail|On-site)/.test(value),
      stands: new RegExp(`^contract/spending/deliveryMethods\\.ts$|${labels}|^src/features/style/`),
    }),
  ).toEqual([])
})

// What a tier brings and how it is called are texts; SQL in the code is searched, too.
const tierTexts = String.raw`^src/features/(?:card/TierName\.tsx|registration/upgrades/tierBenefits\.ts)$|^server/pages/mailTexts\.ts$`

test('The tiers stand in one table', () => {
  expect(
    wordsOutside({
      isMeant: ({ kind, value }) =>
        kind !== 'member' && /^(?:Black|Red|Gold|Diamond)$|'(?:Black|Red|Gold|Diamond)'/.test(value),
      stands: new RegExp(`^contract/member/tiers\\.ts$|${labels}|${tierTexts}`),
    }),
  ).toEqual([])
})
