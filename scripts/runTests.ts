// `npm test`: every check and every test. Needs nothing but Node.
// `npm test -- WORD`: only the tests whose file or title contains the word.
// `npm test -- --titles WORD`: what the tests say, without running them: titles that contain the word.
// The first line names the browser, the last lines list the failures, and the very last line gives the counts.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeChromium } from '#tests/support/chromium.ts'
import { makeTemplates } from '#tests/support/templates.ts'
import { build, checks } from './checks.ts'
import { minutes, playwrightStep, root, runSteps, type Stage, vitestStep } from './steps.ts'

const crashSample = ['tests/faults/crashMatrix.ts', '--sample', '--jobs', '4']

/** The end-to-end tests alone fill two cores: what runs beside them costs both more, and makes waits run out. */
const everything: readonly Stage[] = [
  [build, ...checks],
  [
    vitestStep('unit, server and browser tests', []),
    { name: 'crash matrix, a sample', command: 'node', args: crashSample, counts: 'last line', limitMs: minutes(15) },
  ],
  playwrightStep([]),
]

const testFiles = '{contract,packages,scripts,server,src,sw,tests}/**/*.test.{ts,tsx}'

/** Prints the titles that contain the phrase, in any letter case, by file. */
async function printTitles(phrase: string): Promise<void> {
  const files = await Array.fromAsync(glob(testFiles, { cwd: root }))
  for (const file of files.toSorted()) {
    const text = await readFile(join(root, file), 'utf8')
    const calls = text.matchAll(/\b(?:test|it|installedTest|describe)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gs)
    const titles = [...calls].map(([, , title = '']) => title).filter((title) => title.toLowerCase().includes(phrase))
    if (titles.length > 0) console.log(`${file}\n${titles.map((title) => `  ${title}`).join('\n')}`)
  }
}

/**
 * The tests with the phrase in their path or title, in any letter case: each runner selects among the files that may
 * have them.
 */
async function stepsFor(phrase: string): Promise<Stage[]> {
  const contains = (text: string) => text.toLowerCase().includes(phrase.toLowerCase())
  const files = await Array.fromAsync(glob(testFiles, { cwd: root }), async (file) => {
    const path = file.replaceAll('\\', '/')
    const isNamed = contains(path)
    return { path, isNamed, isFound: isNamed || contains(await readFile(join(root, file), 'utf8')) }
  })
  const endToEnd = files.filter(({ path, isFound }) => isFound && path.startsWith('tests/e2e/'))
  const others = files.filter(({ path, isFound }) => isFound && !path.startsWith('tests/e2e/'))
  const named = others.filter(({ isNamed }) => isNamed).map(({ path }) => path)
  const mentioning = others.filter(({ isNamed }) => !isNamed).map(({ path }) => path)
  const literal = RegExp.escape(phrase)
  const needsBuild = endToEnd.length > 0 || others.some(({ path }) => path.startsWith('tests/server/'))
  return [
    ...(needsBuild ? [build] : []),
    ...(named.length > 0 ? [vitestStep('tests in files of this name', named)] : []),
    ...(mentioning.length > 0 ? [vitestStep('tests of this title', [...mentioning, '-t', `(?i:${literal})`])] : []),
    // Playwright matches its pattern against file name and title together, ignoring case.
    ...(endToEnd.length > 0
      ? [playwrightStep(['--pass-with-no-tests', ...endToEnd.map(({ path }) => path), '-g', literal])]
      : []),
  ]
}

const nothingMade = () => Promise.resolve()

async function main(args: readonly string[]): Promise<void> {
  const [first, ...others] = args
  if (first === '--titles') return printTitles(others.join(' ').trim().toLowerCase())
  console.log(`Browser of the tests: ${await describeChromium().catch(String)}`)
  const phrase = args.join(' ').trim()
  // Once for all steps of a whole run. If that fails, the steps make their own, and report why they cannot.
  const removeTemplates = phrase === '' ? await makeTemplates().catch(() => nothingMade) : nothingMade
  try {
    process.exitCode = (await runSteps(phrase === '' ? everything : await stepsFor(phrase))) ? 0 : 1
  } finally {
    await removeTemplates()
  }
}

await main(process.argv.slice(2))
