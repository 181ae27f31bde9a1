import { InvalidArgumentError } from 'commander'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'

/** What an operator has to change, in a sentence that is printed without a stack; without one, it was said before. */
export class CommandError extends Error {}

/** An argument as it counts: without the spaces around it, and not empty. */
export function nonEmpty(given: string): string {
  const trimmed = given.trim()
  if (trimmed === '') throw new InvalidArgumentError('It is empty.')
  return trimmed
}

/** An argument that is an email address. */
export function emailAddress(given: string): string {
  const parsed = v.safeParse(Email, given)
  if (!parsed.success) throw new InvalidArgumentError('It is no email address.')
  return parsed.output
}

/** What a flag that is often there does. */
export const dryRun = ['--dry-run', 'says what would be done, and changes nothing'] as const
/** What is said at the end of such a run. */
export const wasDryRun = 'This was a dry run: nothing was changed.'

/** The last part of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npm run club -- ${line}`).join('\n')}`
}
