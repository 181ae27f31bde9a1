import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from '#tests/support/ports.ts'
import { serialiseRequests, limitConnections } from './connections.ts'

async function serve(listener: RequestListener, limits = { total: 100, perNetwork: null as number | null }) {
  const server = createServer(listener)
  limitConnections(server, limits)
  const port = await listenLocally(server)
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return port
}

/** A connection, and what has come on it. */
function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  const parts: string[] = []
  socket.on('data', (part: Buffer) => parts.push(part.toString()))
  socket.on('error', () => undefined)
  return { socket, heard: () => parts.join('') }
}

const minute = 60_000

const requests = (count: number) =>
  Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: club\r\n\r\n`).join('')

test('The next request of a connection begins when the answer before it has been given', async () => {
  const begun: { url: string | undefined; response: ServerResponse }[] = []
  const port = await serve(serialiseRequests(({ url }, response) => void begun.push({ url, response }), minute))
  const { socket, heard } = open(port)
  socket.write(requests(3))
  for (const turn of [0, 1, 2]) {
    await expect.poll(() => begun.length).toBe(turn + 1)
    expect(begun[turn]?.url).toBe(`/${turn}`)
    begun[turn]?.response.end(`answer ${turn}`)
    await expect.poll(heard).toContain(`answer ${turn}`)
  }
  socket.write(requests(1))
  await expect.poll(() => begun.length).toBe(4)
})

test('The requests of other connections do not wait for it', async () => {
  const begun: string[] = []
  const port = await serve(serialiseRequests(({ url = '' }) => void begun.push(url), minute))
  for (const { socket } of [open(port), open(port)]) socket.write(requests(2))
  await expect.poll(() => begun).toEqual(['/0', '/0'])
})

test('What waits on a connection that has ended is not begun', async () => {
  const begun: string[] = []
  const port = await serve(serialiseRequests(({ url = '' }) => void begun.push(url), minute))
  const { socket } = open(port)
  socket.write(requests(3))
  await expect.poll(() => begun.length).toBe(1)
  socket.destroy()
  const other = open(port)
  other.socket.write(requests(1))
  await expect.poll(() => begun.length).toBe(2)
  expect(begun).toEqual(['/0', '/0'])
})

test('A connection that takes nothing of its answer is closed, whatever it sends', async () => {
  const server = createServer(serialiseRequests((_request, response) => response.end(Buffer.alloc(20_000_000)), 300))
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause().write(requests(1))
  const sending = setInterval(() => socket.write('\r\n'), 20)
  onTestFinished(() => clearInterval(sending))
  await expect.poll(() => socket.destroyed).toBe(true)
})

test('A connection that sends far ahead is closed, and nothing more of it is begun', async () => {
  const begun: string[] = []
  const port = await serve(serialiseRequests(({ url = '' }) => void begun.push(url), minute))
  const { socket } = open(port)
  socket.write(requests(500))
  await once(socket, 'close')
  expect(begun).toEqual(['/0'])
})

test('A network has so many connections, and one more when one of them ends; others have their own', async () => {
  const port = await serve((_request, response) => response.end('here'), { total: 100, perNetwork: 2 })
  const own = [open(port), open(port, '127.0.0.2')]
  for (const { socket } of own) await once(socket, 'connect')
  const third = open(port, '127.0.0.3')
  await once(third.socket, 'close')
  const other = open(port, '127.0.1.1')
  other.socket.write(requests(1))
  await expect.poll(other.heard).toContain('here')
  own[0]?.socket.destroy()
  await expect
    .poll(async () => {
      const next = open(port)
      next.socket.write(requests(1))
      await Promise.race([once(next.socket, 'data'), once(next.socket, 'close')])
      return next.heard()
    })
    .toContain('here')
})

test('A server has so many connections in all', async () => {
  const port = await serve((_request, response) => response.end('here'), { total: 2, perNetwork: null })
  const own = [open(port), open(port)]
  for (const { socket } of own) await once(socket, 'connect')
  const third = open(port, '127.0.0.2')
  await expect.poll(() => third.socket.destroyed).toBe(true)
})
