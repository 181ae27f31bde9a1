import type { RequestListener, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { networkOf } from './clientAddress.ts'

/** How many connections a server keeps open. */
interface ConnectionLimits {
  total: number
  /** From each network, /24 or /48, as whoever has one of its addresses has the others; null behind a proxy. */
  perNetwork: number | null
}

/** Closes connections beyond the limits as soon as they are opened. */
export function limitConnections(server: Server, { total, perNetwork }: ConnectionLimits): void {
  server.maxConnections = total
  if (perNetwork === null) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = open.get(network) ?? 0
    if (count >= perNetwork) {
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** How many requests may wait on a connection for the answers before them. Browsers and proxies send one at a time. */
const maxPipelined = 8

/** Closes a connection whose client takes nothing of an answer for a time, whatever it sends meanwhile. */
function watchProgress(response: ServerResponse, socket: Socket, stallMs: number): void {
  let [written, movedAt] = [socket.bytesWritten, performance.now()]
  const watch = setInterval(() => {
    const now = performance.now()
    if (socket.bytesWritten !== written || !response.headersSent) [written, movedAt] = [socket.bytesWritten, now]
    else if (now - movedAt >= stallMs) socket.destroy()
  }, stallMs / 4)
  response.once('close', () => clearInterval(watch))
}

/**
 * Lets each connection have one unfinished answer: its next request begins when the client has taken the answer before.
 * Whoever sends requests without reading their answers would otherwise fill the memory with them. A connection that
 * sends far ahead is closed, and one that takes nothing for `stallMs`.
 */
export function serialiseRequests(listener: RequestListener, stallMs: number): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket)
    const begin = () => {
      watchProgress(response, socket, stallMs)
      response.once('close', () => {
        const next = socket.destroyed ? undefined : queues.get(socket)?.shift()
        if (next) next()
        else queues.delete(socket)
      })
      listener(request, response)
    }
    if (queue === undefined) {
      queues.set(socket, [])
      begin()
    } else if (queue.length < maxPipelined) queue.push(begin)
    else socket.destroy()
  }
}
