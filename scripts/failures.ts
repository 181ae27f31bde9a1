import { stripVTControlCharacters } from 'node:util'

/** One thing that failed in a test run. */
export interface Failure {
  /** The test's file and sentence, or what there is instead. */
  name: string
  /** What went wrong: the error or the findings, as printed. The first lines of it are shown. */
  why: string
}

/** Somebody who sees nothing but the end of a run's output sees this many lines of failures. */
const linesInAll = 60
const linesForOne = 12
const widest = 240

/** Frames of a stack that lie in packages or in Node say nothing of the product. */
const foreignFrame = /^\s*at .*(?:node_modules|node:|<anonymous>\)?$)/

function firstLines(why: string, count: number): string[] {
  return stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreignFrame.test(line))
    .slice(0, count)
    .map((line) => `      ${line.trimEnd().slice(0, widest)}`)
}

/**
 * What failed, in 60 lines or little more: each failure's name and the first lines of why, fewer of them the more there
 * are. Of more than 30 failures the rest are only counted.
 */
export function describeFailures(failures: readonly Failure[]): string[] {
  const shown = failures.slice(0, linesInAll / 2)
  const each = Math.min(linesForOne, Math.floor(linesInAll / Math.max(1, shown.length)))
  const lines = shown.flatMap(({ name, why }) => [`FAIL  ${name}`, ...firstLines(why, each - 1)])
  const left = failures.length - shown.length
  return left > 0 ? [...lines, `… and ${left} more`] : lines
}
