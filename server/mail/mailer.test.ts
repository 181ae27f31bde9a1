import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from '#server/http/log.ts'
import { freePort } from '#tests/support/ports.ts'
import { smtpMailer } from './mailer.ts'
import { verificationMail } from './texts.ts'

/** The part of a mail server that is needed to accept a mail (RFC 5321). */
function startMailServer(port: number) {
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

let port: number
let lines: string[]
let log: Log
let mailServer: ReturnType<typeof startMailServer>

beforeEach(async () => {
  port = await freePort()
  lines = []
  const write = (sentence: string) => void lines.push(sentence)
  log = { info: write, warn: write, error: write }
  mailServer = startMailServer(port)
})

afterEach(() => mailServer.close())

test('A mail is sent by SMTP, from the configured sender, as text and as HTML', async () => {
  await mailServer.listen()
  const mailer = smtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Club Bravo <hello@club.example>', log })
  await mailer.send(
    await verificationMail('tc', 'ada@club.example', 'https://club.example/identity/verify-email?token=x'),
  )
  await mailer.close()
  expect(mailServer.mails).toHaveLength(1)
  const [mail = ''] = mailServer.mails
  expect(mail).toContain('From: Club Bravo <hello@club.example>')
  expect(mail).toContain('To: ada@club.example')
  expect(mail).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(mail).toContain('Content-Type: text/plain; charset=utf-8')
  expect(mail).toContain('Content-Type: text/html; charset=utf-8')
})

test('A mail server that is down blocks no request; the failure is logged without address or password', async () => {
  const mailer = smtpMailer({ smtpUrl: `smtp://user:secret@127.0.0.1:${port}`, mailFrom: 'hello@club.example', log })
  await mailer.send(await verificationMail('en', 'ada@club.example', 'https://club.example/'))
  await expect.poll(() => lines).toEqual([expect.stringContaining('did not accept a mail (ESOCKET)')])
  await mailer.close()
  expect(lines.at(-1)).toContain('A mail was dropped')
  expect(lines.join()).not.toMatch(/ada@|secret/)
})
