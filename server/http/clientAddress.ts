import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

function readGroups(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes every spelling of an address in one way, without dots.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [before, after] = [readGroups(head), readGroups(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** An IPv4 address that is written as one of IPv6 (RFC 4291, 2.5.5.2), or null. */
function mappedAddress(groups: readonly number[]): string | null {
  if (groups.slice(0, 5).some(Boolean) || groups[5] !== 0xffff) return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** Without the port that some proxies write behind an address, and without a zone. */
function bareAddress(address: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(address)?.[1]
  const bare = bracketed ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address)
  return bare.replace(/%.*$/, '')
}

/**
 * Whom an address counts for: one address of IPv4, but the first half of one of IPv6. A provider gives each household the other
 * half, 64 bits, to choose from, so that who counts whole addresses counts nobody.
 */
function countedAddress(address: string): string {
  const bare = bareAddress(address)
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return mappedAddress(groups) ?? `${network.join(':')}::/64`
}

/**
 * The network address that a request came from, as limits count it: an address of IPv4, or the /64 network of one of IPv6.
 *
 * @param trustProxy how many proxies stand in front: each has added one address at the end of `X-Forwarded-For`, and what
 *   stands before those was written by the client and proves nothing
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const socketAddress = countedAddress(request.socket.remoteAddress ?? '')
  if (trustProxy === 0) return socketAddress
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const addresses = forwarded.split(',').map((address) => address.trim())
  const seen = addresses.filter(Boolean).at(-trustProxy)
  return seen === undefined ? socketAddress : countedAddress(seen)
}
