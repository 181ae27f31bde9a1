import { InvalidArgumentError } from 'commander'
import { startOfDayNamed } from '#server/domain/hongKong.ts'

/** What an operator has to change, in a sentence that is printed without a stack; without one, it was said before. */
export class CommandError extends Error {}

/** An argument as it counts: without the spaces around it, and not empty. */
export function nonEmpty(given: string): string {
  const trimmed = given.trim()
  if (trimmed === '') throw new InvalidArgumentError('It is empty.')
  return trimmed
}

/** The same for the words that are left, as one text. */
export function sentence(given: string, before?: string): string {
  return before === undefined ? nonEmpty(given) : `${before} ${nonEmpty(given)}`
}

/** The argument that names a member. */
export const memberArgument = ['<MEMBER>', 'an email address, a member number or an id', nonEmpty] as const

/** What a flag that is often there does. */
export const dryRun = ['--dry-run', 'says what would be done, and changes nothing'] as const
/** What is said at the end of such a run. */
export const wasDryRun = 'This was a dry run: nothing was changed.'

/**
 * The beginning of the day in Hong Kong that a flag names; null without one.
 *
 * @throws CommandError where it is no day
 */
export function dayNamed(name: string, given: string | undefined): Date | null {
  if (given === undefined) return null
  const day = startOfDayNamed(given)
  if (day === null) throw new CommandError(`--${name} must be a day such as 2026-11-30, and is "${given}".`)
  return day
}

/** The last part of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npm run club -- ${line}`).join('\n')}`
}
