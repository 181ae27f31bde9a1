import { stripVTControlCharacters } from 'node:util'

/** One failure in a test run. */
export interface Failure {
  /** The test's file and title, or the name of the step. */
  name: string
  /** The error or the findings, as printed. Only the first lines are shown. */
  why: string
}

/** The most lines of failures at the end of a run, so that a truncated output still contains all of them. */
const linesInAll = 60
const linesForOne = 12
const widest = 240

/** Stack frames in packages or in Node say nothing about the product. */
const foreignFrame = /^\s*at .*(?:node_modules|node:|<anonymous>\)?$)/

function firstLines(why: string, count: number): string[] {
  return stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreignFrame.test(line))
    .slice(0, count)
    .map((line) => `      ${line.trimEnd().slice(0, widest)}`)
}

/**
 * Describes failures in about 60 lines: each failure's name and the first lines of its reason; the more failures, the fewer lines for
 * each. After 30 failures, the rest are only counted.
 */
export function describeFailures(failures: readonly Failure[]): string[] {
  const shown = failures.slice(0, linesInAll / 2)
  const each = Math.min(linesForOne, Math.floor(linesInAll / Math.max(1, shown.length)))
  const lines = shown.flatMap(({ name, why }) => [`FAIL  ${name}`, ...firstLines(why, each - 1)])
  const left = failures.length - shown.length
  return left > 0 ? [...lines, `… and ${left} more`] : lines
}
