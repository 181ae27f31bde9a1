import { request } from 'node:http'
import { connect } from 'node:net'

/** A response as received, undecoded. */
export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/**
 * A request to a server on this machine exactly as given: `fetch` would tidy up the path, hide some headers and
 * decompress.
 */
export function rawRequest(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** The status line with which a server on this machine answers these bytes. */
export function statusOfBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: string[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(parts.join('').split('\r\n', 1)[0] ?? ''))
  })
}

/** Sends these bytes to a server on this machine, and closes the connection at once. */
export function sendAndLeave(port: number, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => socket.destroy()))
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
