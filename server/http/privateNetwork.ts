import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const nearby = new BlockList()
nearby.addSubnet('127.0.0.0', 8)
nearby.addSubnet('10.0.0.0', 8)
nearby.addSubnet('172.16.0.0', 12)
nearby.addSubnet('192.168.0.0', 16)
nearby.addSubnet('169.254.0.0', 16)
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')
nearby.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a request comes from this machine or its private network, and not through a proxy: what stands behind one is the
 * outside world, whatever the proxy's own address.
 */
export function isNear(request: IncomingMessage): boolean {
  const { headers, socket } = request
  if (headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers.forwarded) return false
  // This machine asks itself from the very address that it asks, whichever that is.
  if (socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress) return true
  const address = socket.remoteAddress?.replace(/^::ffff:/, '').replace(/%.*$/, '') ?? ''
  const version = isIP(address)
  return version !== 0 && nearby.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
