import type { IncomingMessage } from 'node:http'

/**
 * Whether an error says no more than that the client's connection broke: before its whole request had arrived, or while
 * the answer was made. That is no failure of the server, and nobody is left to answer.
 *
 * @param request undefined when a request does not come over the network
 */
export function isBrokenConnection(error: unknown, request: IncomingMessage | undefined): boolean {
  if (!request?.socket.destroyed) return false
  return !request.complete || error === request.socket.errored
}
