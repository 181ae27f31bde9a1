import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

function readGroups(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL normalises every notation of an address, without dots.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [before, after] = [readGroups(head), readGroups(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), or null. */
function mappedAddress(groups: readonly number[]): string | null {
  if (groups.slice(0, 5).some(Boolean) || groups[5] !== 0xffff) return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** An address without the port that some proxies add, and without a zone. */
function bareAddress(address: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(address)?.[1]
  const bare = bracketed ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address)
  return bare.replace(/%.*$/, '')
}

/**
 * An address as rate limits count it: a whole IPv4 address, but only the first half of an IPv6 address, because every
 * household can choose the other 64 bits freely.
 */
function limitedAddress(bare: string): string {
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return mappedAddress(groups) ?? `${network.join(':')}::/64`
}

/**
 * The whole network address that a request comes from, without port or zone.
 *
 * @param trustProxy how many proxies are in front: each appends one address to `X-Forwarded-For`; the client may have
 *   forged everything before those
 */
export function connectedAddress(request: IncomingMessage, trustProxy: number): string {
  const socketAddress = bareAddress(request.socket.remoteAddress ?? '')
  if (trustProxy === 0) return socketAddress
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const addresses = forwarded.split(',').map((address) => address.trim())
  const seen = addresses.filter(Boolean).at(-trustProxy)
  return seen === undefined ? socketAddress : bareAddress(seen)
}

/**
 * The network that an address belongs to, as limiters count it: 256 IPv4 addresses, or the first 48 bits of an IPv6
 * address, because whoever has one of these has the others.
 */
function networkAround(bare: string): string {
  const counted = limitedAddress(bare)
  if (isIP(counted) === 4) return `${counted.replace(/\.\d+$/, '')}.0/24`
  return counted.replace(/^((?:[\da-f]+:){3})[\da-f]+::\/64$/, '$1:/48')
}

/** The network that a connection comes from: /24, or /48 for IPv6. */
export function networkOf(address: string): string {
  return networkAround(bareAddress(address))
}

/** The network that a request comes from: /24, or /48 for IPv6. */
export function clientNetwork(request: IncomingMessage, trustProxy: number): string {
  return networkAround(connectedAddress(request, trustProxy))
}

/** A request's network address as rate limits count it: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  return limitedAddress(connectedAddress(request, trustProxy))
}
