// `npm run browsers`: the journeys in the browsers of this machine that the other tests do not use. `npm run browsers
// -- WORD` runs those whose browser or title contains the word. A whole run writes its results to docs/browsers.md.
import { type Club, openClub } from '#tests/support/club.ts'
import { writeDocTable } from '#tests/support/docTable.ts'
import { makeTemplates } from '#tests/support/templates.ts'
import { firefox } from './firefox.ts'
import { journeys } from './journeys.ts'
import { withPhone } from './phone.ts'
import type { BrowserKind } from './tab.ts'
import { webkit } from './webkit.ts'

const [word = ''] = process.argv.slice(2)
const isChosen = (kind: BrowserKind, title: string) =>
  `${kind.name} ${title}`.toLowerCase().includes(word.toLowerCase())
let [passed, failed] = [0, 0]
/** The browsers that are not on this machine. */
const skipped: string[] = []
/** What came of each journey, by the browser's version and the journey's title. */
const results = new Map<string, Map<string, string>>()

async function runJourneys(kind: BrowserKind, version: string, club: Club): Promise<void> {
  console.log(`\n${version}`)
  const outcomes = new Map<string, string>()
  results.set(version, outcomes)
  for (const [title, journey] of Object.entries(journeys)) {
    if (!isChosen(kind, title)) continue
    const begun = Date.now()
    const error = await withPhone(kind, club, journey).then(
      () => null,
      (reason: unknown) => String(reason),
    )
    if (error === null) passed += 1
    else failed += 1
    outcomes.set(title, error === null ? 'passed' : 'FAILED')
    console.log(`${error === null ? 'ok  ' : 'FAIL'} ${((Date.now() - begun) / 1000).toFixed(1)} s  ${title}`)
    if (error !== null) console.log(`     ${error}`)
    await club.proxy.goOnline()
  }
}

// Browsers end with this process, and a signal alone would not run what ends them.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

async function runInstalled(installed: ReadonlyMap<BrowserKind, string>): Promise<void> {
  const removeTemplates = await makeTemplates()
  const club = await openClub()
  try {
    for (const [kind, version] of installed) await runJourneys(kind, version, club)
  } finally {
    await club.close()
    await removeTemplates()
  }
}

/** The browsers of this machine, with their versions. */
const installed = new Map<BrowserKind, string>()
for (const kind of [firefox, webkit]) {
  const found = await kind.find()
  if ('version' in found) installed.set(kind, found.version)
  else {
    console.log(`${kind.name} is skipped: ${found.missing}.`)
    skipped.push(kind.name)
  }
}
if (installed.size > 0) await runInstalled(installed)

/** A line for each browser that ran, then one for each journey, with the browsers in which it failed. */
function resultList(): string {
  const titles = Object.keys(journeys)
  const browsers = [...results].map(([version, one]) => {
    const good = titles.filter((title) => one.get(title) === 'passed')
    return `- **${version}**: ${good.length} of ${titles.length} passed`
  })
  const lines = titles.map((title) => {
    const failing = [...results].filter(([, one]) => one.get(title) !== 'passed').map(([version]) => version)
    return failing.length === 0 ? `- ${title}` : `- ${title} (FAILED in ${failing.join(', ')})`
  })
  return `${browsers.join('\n')}\n\nThe journeys:\n\n${lines.join('\n')}`
}

if (word === '' && results.size > 0) await writeDocTable('browsers.md', 'journeys', resultList())
console.log('\nSafari and iOS are not tried here: they run on Apple’s machines only.')
const without = skipped.length === 0 ? '' : `, skipped: ${skipped.join(', ')}`
console.log(`${passed} passed, ${failed} failed${without}`)
// A run that tried nothing has shown nothing.
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
