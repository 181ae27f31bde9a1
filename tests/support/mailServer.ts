import { createServer, type Socket } from 'node:net'

/** A mail server that accepts every mail, unless its test answers otherwise. */
export interface MailServer {
  /** The mails it got whole, as they came over the line. */
  mails: readonly string[]
  listen: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The part of a mail server that is needed to accept a mail (RFC 5321).
 *
 * @param reply its answer to a command (`RCPT TO:<…>`), or to a whole mail (`.`); null: the usual one
 */
export function createMailServer(
  port: number,
  reply: (command: string) => string | null | Promise<string> = () => null,
): MailServer {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let body: string | null = null
    const answer = async (command: string, usual: string) => {
      socket.write(`${(await reply(command)) ?? usual}\r\n`)
    }
    // A client may be killed in the middle of a mail.
    socket.on('error', () => undefined)
    socket.write('220 mail\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (body !== null) {
        body += text
        if (!body.endsWith('\r\n.\r\n')) return
        mails.push(body)
        body = null
        void answer('.', '250 taken')
        return
      }
      if (/^data\r\n/i.test(text)) body = ''
      void answer(text.trim(), body === '' ? '354 go on' : '250 ok')
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

/** A header of a mail as it came over the line, unfolded. */
export function headerOf(mail: string, name: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n')
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]
}
