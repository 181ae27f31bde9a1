import { stripVTControlCharacters } from 'node:util'

/** One failure in a test run. */
export interface Failure {
  /** The test's file and title, or the step's name if no test ran. */
  name: string
  /** The error or the findings, as printed. Only the first lines are shown. */
  why: string
}

/** Readers who see only the end of the output see about this many lines of failures. */
const linesInAll = 60
const linesForOne = 12
const widest = 240

/** Stack frames in packages or in Node do not help to find the failure. */
const foreignFrame = /^\s*at .*(?:node_modules|node:|<anonymous>\)?$)/

function firstLines(why: string, count: number): string[] {
  return stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreignFrame.test(line))
    .slice(0, count)
    .map((line) => `      ${line.trimEnd().slice(0, widest)}`)
}

/**
 * Formats the failures in about 60 lines: each failure's name and the first lines of its reason, fewer lines per failure the
 * more failures there are. Failures after the 30th are only counted.
 */
export function describeFailures(failures: readonly Failure[]): string[] {
  const shown = failures.slice(0, linesInAll / 2)
  const each = Math.min(linesForOne, Math.floor(linesInAll / Math.max(1, shown.length)))
  const lines = shown.flatMap(({ name, why }) => [`FAIL  ${name}`, ...firstLines(why, each - 1)])
  const left = failures.length - shown.length
  return left > 0 ? [...lines, `… and ${left} more`] : lines
}
