import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { Measured } from '../loadedServer.ts'

const product = 'club-bravo'

/**
 * An address of this machine in the network 127.(1 + n).0, for whoever attacks from several networks. Everybody else
 * comes from 127.0.0.
 */
export function addressIn(network: number, host = 1): string {
  if (network > 250 || host > 250) throw new Error('There are 250 networks of 250 addresses')
  return `127.${1 + network}.0.${host}`
}

/** A call as it is sent. */
export interface Call {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address that it comes from, of `addressIn`. */
  from?: string
}

/** A call of the API, as a member if a token is given. */
export function apiCall(endpoint: Endpoint, { body, token }: { body?: unknown; token?: string } = {}): Call {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const path = pathOf(endpoint, product)
  if (body === undefined) return { path, method: endpoint.method, headers: authorization }
  return {
    path,
    method: endpoint.method,
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Calls on a connection of its own. The status is 0 where no whole answer came. */
export function call(port: number, { path, method = 'GET', headers = {}, body, from }: Call): Promise<Measured> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - started })
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        headers: { host: `localhost:${port}`, ...headers },
        ...(from !== undefined && { localAddress: from }),
      },
      (answer) => answer.resume().once('close', () => end(answer.complete ? (answer.statusCode ?? 0) : 0)),
    )
    sent.once('error', () => end(0))
    sent.end(body)
  })
}

/** The bytes of a request, to be written into a connection. */
export function bytesOf(port: number, { path, method = 'GET', headers = {}, body = '' }: Call): Buffer {
  const length = body.length > 0 || method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ host: `localhost:${port}`, ...length, ...headers }).map((pair) => pair.join(': '))
  return Buffer.concat([Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')), Buffer.from(body)])
}

/**
 * Opens a connection that reads nothing until it is resumed. That the server refuses it or closes it is no error here:
 * then it is `destroyed`.
 */
export async function openConnection(port: number, from = addressIn(0)): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  socket.on('error', () => undefined)
  socket.pause()
  const [connected, closed] = [once(socket, 'connect'), once(socket, 'close')]
  await Promise.race([connected.catch(() => undefined), closed])
  return socket
}
