// Whoever asks faster than they read, opens many connections, or sends requests that are none.
import { readdir, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { signedInMember } from '../loadedServer.ts'
import type { Attack } from './attack.ts'
import { addressIn, apiCall, bytesOf, openConnection } from './calls.ts'

/** A connection on which nothing comes for so long has said everything. */
const silenceMs = 5000
const assets = new URL('../../../dist/assets/', import.meta.url)

/** The address of the largest file that is sent to everyone. */
async function largestAsset(): Promise<string> {
  const files = (await readdir(assets)).filter((name) => !/\.(?:br|gz)$/.test(name))
  const sized = await Promise.all(files.map(async (name) => ({ name, size: (await stat(new URL(name, assets))).size })))
  return `/assets/${sized.toSorted((one, other) => other.size - one.size)[0]?.name}`
}

/**
 * Whether the server has closed a connection that reads nothing: an empty line, which is no request, cannot be sent.
 */
async function isClosed(socket: Socket): Promise<boolean> {
  if (!socket.destroyed) socket.write('\r\n')
  await delay(50)
  return socket.destroyed
}

/** How many of these connections are still open after a time. Nothing is sent meanwhile: that would keep idle ones. */
async function openAfter(sockets: readonly Socket[], ms: number): Promise<number> {
  await delay(ms)
  for (let looks = 0; looks < 3; looks += 1) await Promise.all(sockets.map(isClosed))
  return sockets.filter(({ destroyed }) => !destroyed).length
}

/** Reads the statuses of the answers on a connection, until it is closed or silent for some seconds. */
async function statusesOf(socket: Socket): Promise<number[]> {
  const parts: string[] = []
  let heardAt = Date.now()
  socket.on('data', (part: Buffer) => {
    heardAt = Date.now()
    parts.push(part.toString('latin1'))
  })
  socket.resume()
  while (!socket.destroyed && Date.now() - heardAt < silenceMs) await delay(50)
  return [...parts.join('').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** A connection without progress is closed after so many seconds. */
const stallSeconds = 10
const closedWithinMs = 3 * stallSeconds * 1000
const environment = { STALL_SECONDS: String(stallSeconds), KEEP_ALIVE_SECONDS: String(stallSeconds) }

/** Opens connections from many addresses, and sends the same bytes into each. */
async function openMany(port: number, count: number, bytes: Buffer): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let opened = 0; opened < count; opened += 50) {
    const from = (index: number) => addressIn(Math.floor((opened + index) / 100) % 250, 1 + ((opened + index) % 100))
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => openConnection(port, from(index))))))
  }
  for (const socket of sockets) socket.write(bytes)
  return sockets
}

/** How often the health is asked for. */
const healthChecks = 20_000

const close = (sockets: readonly Socket[]) => sockets.forEach((socket) => socket.destroy())

const post = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n'
const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

/** Requests whose parts say different things, or that never come to an end. */
const tricks: Record<string, string> = {
  'a length and chunks': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get}\r\n`,
  'two lengths': `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  'a space before the colon': `${post}Content-Length : 5\r\n\r\nabcde`,
  'chunks twice': `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  'chunks, then another coding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  'a chunk of no number': `${post}Transfer-Encoding: chunked\r\n\r\n0x4\r\nabcd\r\n0\r\n\r\n`,
  'a chunk of more than can be counted': `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabcd`,
  'extensions of a chunk without an end': `${post}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(100_000)}`,
  'a header of two lines': `${get}X-Folded: a\r\n b\r\n\r\n`,
  'lines that end in a line feed': `${get}X-Short: a\n\n`,
  'a header without an end': `${get}X-Long: ${'a'.repeat(100_000)}`,
  'headers without an end': `${get}${'X-Many: a\r\n'.repeat(10_000)}`,
}

export const connectionAttacks: readonly Attack[] = [
  {
    name: '3,000 pipelined requests for a file, and nothing is read',
    environment,
    async run({ port, check }) {
      const socket = await openConnection(port)
      const bytes = bytesOf(port, { path: await largestAsset() })
      socket.write(Buffer.concat(Array.from({ length: 3000 }, () => bytes)))
      check('it is closed', (await openAfter([socket], closedWithinMs)) === 0, 'after a time without progress')
      close([socket])
    },
  },
  {
    name: '1,500 connections ask for a file, and read nothing',
    environment,
    // This machine is both ends: it takes two gigabytes at once, for the connections' sending and receiving sides.
    waits: { longest: 5000, p99: 200 },
    async run({ port, check }) {
      const sockets = await openMany(port, 1500, bytesOf(port, { path: await largestAsset() }))
      const open = await openAfter(sockets, closedWithinMs)
      check('all are closed', open === 0, `${open} are open`)
      close(sockets)
    },
  },
  {
    name: '1,500 connections send a byte of their headers a second',
    async run({ port, check }) {
      const sockets = await openMany(port, 1500, Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '))
      for (let second = 0; second < 45 && sockets.some(({ destroyed }) => !destroyed); second += 1) {
        for (const socket of sockets) if (!socket.destroyed) socket.write('a')
        await delay(1000)
      }
      const open = sockets.filter(({ destroyed }) => !destroyed).length
      check('all are closed within 45 s', open === 0, `${open} are open`)
      close(sockets)
    },
  },
  {
    name: '300 connections read a public answer by a few bytes a second',
    environment,
    async run({ port, check }) {
      const path = pathOf(endpoints.staticContents, 'club-bravo')
      const sockets = await openMany(port, 300, bytesOf(port, { path }))
      for (const socket of sockets) socket.on('readable', () => undefined)
      for (let second = 0; second < 20; second += 1) {
        for (const socket of sockets) socket.read(16)
        await delay(1000)
      }
      check('it is bounded', true, '20 seconds')
      close(sockets)
    },
  },
  {
    name: '3,000 pipelined calls of a member',
    async run(target) {
      const { port, check } = target
      const { token } = await signedInMember(target)
      const socket = await openConnection(port)
      const bytes = bytesOf(port, apiCall(endpoints.me, { token }))
      const statuses = statusesOf(socket)
      socket.write(Buffer.concat(Array.from({ length: 3000 }, () => bytes)))
      const seen = await statuses
      const failed = seen.filter((status) => status >= 500).length
      const isEnded = seen.length === 3000 || socket.destroyed
      check('no call finds the server busy', failed === 0, `${seen.length} answers, ${failed} of them 5xx`)
      check('all are answered, or the connection is closed', isEnded, socket.destroyed ? 'closed' : 'still open')
      close([socket])
    },
  },
  {
    name: '5,000 connections ask for the health, again and again',
    // So many requests at one moment are most of a second of one processor.
    waits: { longest: 1500, p99: 200 },
    async run({ port, check }) {
      const bytes = bytesOf(port, { path: '/readyz' })
      const sockets = await openMany(port, 5000, bytes)
      const statuses: number[] = []
      for (const socket of sockets) {
        socket.on('data', (part: Buffer) => {
          statuses.push(Number(/^HTTP\/1\.1 (\d{3})/.exec(part.toString('latin1'))?.[1]))
          if (statuses.length < healthChecks) socket.write(bytes)
        })
        socket.resume()
      }
      const deadline = Date.now() + 60_000
      while (statuses.length < healthChecks && Date.now() < deadline) await delay(50)
      const refused = statuses.filter((status) => status !== 200).length
      const isReady = statuses.length >= healthChecks && refused === 0
      check('the server stays ready', isReady, `${refused} of ${statuses.length} answers were not 200`)
      close(sockets)
    },
  },
  {
    name: 'one network opens 2,000 connections',
    environment: { NETWORK_CONNECTIONS: '500' },
    async run({ port, check }) {
      const sockets: Socket[] = []
      for (let opened = 0; opened < 2000; opened += 50)
        sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openConnection(port)))))
      const deadline = Date.now() + closedWithinMs
      let open = sockets.length
      while (open > 500 && Date.now() < deadline)
        open = (await Promise.all(sockets.map(isClosed))).filter((closed) => !closed).length
      check('it gets its share', open === 500, `${open} are open`)
      close(sockets)
    },
  },
  {
    name: 'chunks and headers that contradict each other',
    async run({ port, check }) {
      for (const [trick, bytes] of Object.entries(tricks)) {
        const socket = await openConnection(port)
        const statuses = statusesOf(socket)
        socket.write(bytes)
        const seen = await statuses
        const isRefused = seen.every((status) => status >= 400 && status < 500) && seen.length <= 1
        check(`${trick}: refused at most once, and closed`, isRefused && socket.destroyed, seen.join(', '))
        close([socket])
      }
    },
  },
]
