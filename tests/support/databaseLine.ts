import { createServer, type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { listenLocally } from './ports.ts'

/** A network between a server and its PostgreSQL. */
export interface DatabaseLine {
  /** The database's address by way of the line. */
  url: string
  /**
   * Swallows everything from now on, as when the machine at the other end has vanished: no connection is closed or
   * refused.
   */
  vanish: () => void
  /** Passes everything on again that comes over new connections. */
  comeBack: () => void
  /** Leads to another PostgreSQL from now on, and closes what leads to this one, as a proxy does. */
  leadTo: (url: string) => void
  close: () => Promise<void>
}

/** Where a PostgreSQL of this machine has its socket. */
const folderOf = (address: string) => new URL(address).searchParams.get('host') ?? ''

/** Opens a line to a PostgreSQL that listens at a socket in a folder. */
export async function openDatabaseLine(url: string): Promise<DatabaseLine> {
  let folder = folderOf(url)
  const sockets = new Set<Socket>()
  let isGone = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (isGone) return
    const far = connect(join(folder, '.s.PGSQL.5432'))
    keep(far)
    const passOn = (from: Socket, to: Socket) =>
      from
        .on('data', (bytes) => {
          if (!isGone) to.write(bytes)
        })
        .on('end', () => {
          if (!isGone) to.end()
        })
    passOn(near, far)
    passOn(far, near)
  })
  const port = await listenLocally(server)
  const own = new URL(url)
  own.searchParams.delete('host')
  own.hostname = '127.0.0.1'
  own.port = String(port)
  return {
    url: own.href,
    vanish: () => {
      isGone = true
    },
    comeBack: () => {
      isGone = false
      for (const socket of sockets) socket.removeAllListeners('data')
    },
    leadTo: (other) => {
      folder = folderOf(other)
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
