import type { IncomingMessage } from 'node:http'

/**
 * The network address that a request came from.
 *
 * @param trustProxy how many proxies stand in front: each has added one address at the end of `X-Forwarded-For`, and what
 *   stands before those was written by the client and proves nothing
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const socketAddress = request.socket.remoteAddress ?? ''
  if (trustProxy === 0) return socketAddress
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const addresses = forwarded.split(',').map((address) => address.trim())
  return addresses.filter(Boolean).at(-trustProxy) ?? socketAddress
}
