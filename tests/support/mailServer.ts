import { createServer, type Socket } from 'node:net'

/** A mail server that accepts every mail. */
export interface MailServer {
  /** The mails it accepted, as they came over the line. */
  mails: readonly string[]
  listen: () => Promise<void>
  close: () => Promise<void>
}

/** The part of a mail server that is needed to accept a mail (RFC 5321). */
export function createMailServer(port: number): MailServer {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let body: string | null = null
    socket.write('220 mail\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (body !== null) {
        body += text
        if (!body.endsWith('\r\n.\r\n')) return
        mails.push(body)
        body = null
        socket.write('250 taken\r\n')
        return
      }
      if (/^data\r\n/i.test(text)) body = ''
      socket.write(body === '' ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  return {
    mails,
    listen: () => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve)),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
