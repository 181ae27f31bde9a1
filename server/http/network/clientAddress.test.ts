import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress, clientNetwork } from './clientAddress.ts'
import { isFromPrivateNetwork } from './privateNetwork.ts'

function requestFrom(address: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  return Object.assign(new IncomingMessage(socket), { headers })
}

describe('the client address of a request', () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' }

  test('is the address of the socket, and forwarding headers are ignored', () => {
    expect(clientAddress(requestFrom('198.51.100.1', forwarded), 0)).toBe('198.51.100.1')
  })

  test('is the address that the outermost trusted proxy saw', () => {
    expect(clientAddress(requestFrom('10.0.0.3', forwarded), 1)).toBe('10.0.0.2')
    expect(clientAddress(requestFrom('10.0.0.3', forwarded), 2)).toBe('203.0.113.7')
  })

  test('is the address of the socket if a proxy adds no header', () => {
    expect(clientAddress(requestFrom('10.0.0.3'), 1)).toBe('10.0.0.3')
  })
})

describe('an address is counted as', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s: %s', (address, counted) => {
    expect(clientAddress(requestFrom(address), 0)).toBe(counted)
  })

  test.each([
    ['203.0.113.7:50412', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['unknown', 'unknown'],
  ])('what a proxy saw, %s: %s', (forwarded, counted) => {
    expect(clientAddress(requestFrom('10.0.0.3', { 'x-forwarded-for': forwarded }), 1)).toBe(counted)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('The network of %s is %s', (address, network) => {
  expect(clientNetwork(requestFrom(address), 0)).toBe(network)
})

describe('a private address is', () => {
  test.each(['127.0.0.1', '::1', '::ffff:192.168.1.20', '10.1.2.3', '172.31.0.1', 'fe80::1%eth0', 'fd00::7'])(
    '%s',
    (address) => {
      expect(isFromPrivateNetwork(requestFrom(address))).toBe(true)
    },
  )
})

test('A request from a machine to itself is private, whatever its address', () => {
  const request = requestFrom('203.0.113.7')
  Object.defineProperty(request.socket, 'localAddress', { value: '203.0.113.7' })
  expect(isFromPrivateNetwork(request)).toBe(true)
})

describe('a public address is', () => {
  test.each(['203.0.113.7', '::ffff:8.8.8.8', '172.32.0.1', '2001:db8::1', ''])('%s', (address) => {
    expect(isFromPrivateNetwork(requestFrom(address))).toBe(false)
  })

  test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded'])('a request through a proxy (%s)', (header) => {
    expect(isFromPrivateNetwork(requestFrom('127.0.0.1', { [header]: 'x' }))).toBe(false)
  })
})
