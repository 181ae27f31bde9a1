import { vitestReport, playwrightReport, readPlaywright, readVitest } from './reports.ts'
import type { Step } from './steps.ts'

/** A test file, by its path from the root. */
export interface TestFile {
  path: string
  text: string
}

/** The test files that match a phrase. */
export interface Selection {
  /** Files whose path contains the phrase: all of their tests run. */
  byPath: readonly string[]
  /** Files with a test whose title contains the phrase: only such tests run. */
  byTitle: readonly string[]
}

/** What `npm test -- WORD WORD` selects by: the words as one phrase, null when there are none. */
export function readPhrase(args: readonly string[]): string | null {
  return (
    args
      .filter((arg) => arg !== '--')
      .join(' ')
      .trim() || null
  )
}

/** Finds a phrase in paths and titles, ignoring case. */
export function select(phrase: string, files: readonly TestFile[]): Selection {
  const wanted = phrase.toLowerCase()
  const inPath = ({ path }: TestFile) => path.toLowerCase().includes(wanted)
  const inTitle = files.filter((file) => !inPath(file) && mayHaveTitle(file, wanted))
  return { byPath: files.filter(inPath).map(({ path }) => path), byTitle: inTitle.map(({ path }) => path) }
}

const titlePattern = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`|[\w[])/g

/** A title that the program composes can contain any word of its file. */
function mayHaveTitle({ text }: TestFile, wanted: string): boolean {
  const titles = [...text.matchAll(titlePattern)].map(([, single, double, template]) => single ?? double ?? template)
  if (titles.some((title) => title?.toLowerCase().includes(wanted))) return true
  const isComposed = titles.some((title) => title === undefined || title.includes('${') || title.includes('%s'))
  return isComposed && text.toLowerCase().includes(wanted)
}

const endToEnd = 'tests/e2e/'
const isEndToEnd = (path: string) => path.startsWith(endToEnd)
const needsBuild = (path: string) => isEndToEnd(path) || path.startsWith('tests/server/')

/** A Vitest step for these files; none when there are no files. */
function selectedStep(name: string, paths: readonly string[], more: readonly string[] = []) {
  return { ...vitestStep(name, ['--passWithNoTests', ...paths, ...more]), isNeeded: paths.length > 0 }
}

/** The steps that run only a selection; none when it is empty. */
export function stepsFor(phrase: string, { byPath, byTitle }: Selection): Step[] {
  const inBrowser = [...byPath, ...byTitle].filter(isEndToEnd)
  const steps = [
    { ...buildStep, isNeeded: [...byPath, ...byTitle].some(needsBuild) },
    selectedStep(
      'tests in files of this name',
      byPath.filter((path) => !isEndToEnd(path)),
    ),
    selectedStep(
      'tests of this title',
      byTitle.filter((path) => !isEndToEnd(path)),
      ['-t', ignoringCase(phrase)],
    ),
    {
      ...playwrightStep(['--pass-with-no-tests', ...inBrowser, '-g', grepFor(phrase, byPath)]),
      isNeeded: inBrowser.length > 0,
    },
  ]
  return steps.filter(({ isNeeded }) => isNeeded).map(({ isNeeded: _isNeeded, ...step }) => step)
}

/** Builds the app unless the build is up to date. */
export const buildStep: Step = { name: 'build', command: 'node', args: ['server/commands/build.ts'], parallel: true }

export function vitestStep(name: string, args: readonly string[]): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return {
    name,
    command: 'vitest',
    args: ['run', ...reporters, ...args],
    report: { file: vitestReport, read: readVitest },
  }
}

export function playwrightStep(args: readonly string[]): Step {
  return {
    name: 'end to end',
    command: 'playwright',
    args: ['test', ...args],
    report: { file: playwrightReport, read: readPlaywright },
  }
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** Vitest's title pattern has no flags. */
function ignoringCase(phrase: string): string {
  return literal(phrase).replaceAll(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

/** Playwright matches its pattern against file name and title together, ignoring case. */
function grepFor(phrase: string, byPath: readonly string[]): string {
  const files = byPath.filter(isEndToEnd).map((path) => path.slice(endToEnd.length))
  return [phrase, ...files].map(literal).join('|')
}
