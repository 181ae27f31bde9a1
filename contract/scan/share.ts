import { ticketPath } from './ticket.ts'

/**
 * Why files that were shared with the app are not on this device.
 *
 * - full: there is no space left.
 * - failed: the browser's storage failed, or the share could not be read.
 * - signed_out: nobody is signed in where members were: who has shared them cannot be told, and the next one to sign in
 *   must not get them.
 * - not_ready: they went to the server, because the worker that takes them was not installed yet. The server keeps
 *   none.
 * - too_large: the same, and they were too many for it.
 */
export const shareProblems = ['full', 'failed', 'signed_out', 'not_ready', 'too_large'] as const
export type ShareProblem = (typeof shareProblems)[number]

/**
 * The address that a share is answered with (303), by the worker or the server: its page reads the files that were
 * kept.
 */
export function answerToShare(problem: ShareProblem | null): string {
  return problem === null ? ticketPath : `${ticketPath}?problem=${problem}`
}
