import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'

/** Makes a server listen only on this machine; port 0 takes any free one. Returns the port. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}

/**
 * A free port of this machine, which Linux gives to nobody else for a minute, unless they name it: it has had a
 * connection that this end has closed first (TIME_WAIT).
 */
export async function freePort(): Promise<number> {
  const server = createServer((socket) => socket.end())
  const port = await listenLocally(server)
  await once(connect(port, '127.0.0.1').resume(), 'close')
  server.close()
  await once(server, 'close')
  return port
}
