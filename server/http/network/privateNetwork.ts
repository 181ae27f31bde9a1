import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8)
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addSubnet('169.254.0.0', 16)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a request comes from this machine or its private network. A request through a proxy does not: its client may
 * be anywhere, whatever the proxy's own address.
 */
export function isFromPrivateNetwork(request: IncomingMessage): boolean {
  const { headers, socket } = request
  if (headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers.forwarded) return false
  // A request from this machine to itself has the same address on both ends, even a public one.
  if (socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress) return true
  const address = socket.remoteAddress?.replace(/^::ffff:/, '').replace(/%.*$/, '') ?? ''
  const version = isIP(address)
  return version !== 0 && privateNetworks.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
