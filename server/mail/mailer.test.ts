import { expect, onTestFinished, test } from 'vitest'
import { createMailServer } from '#tests/support/mailServer.ts'
import { freePort } from '#tests/support/ports.ts'
import { smtpTransport } from './mailer.ts'

test('A mail is sent by SMTP, from the configured sender, as text and as HTML', async () => {
  const port = await freePort()
  const mailServer = createMailServer(port)
  await mailServer.listen()
  onTestFinished(mailServer.close)
  const transport = smtpTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'Club Bravo <hello@club.example>',
  })
  await transport.deliver({
    recipient: 'ada@club.example',
    subject: '驗證你的 Club Bravo 電郵地址',
    text: '請開啟以下連結',
    html: '<!doctype html><p>請開啟以下連結</p>',
    calendar: null,
    unsubscribe: null,
    language: 'tc',
    messageId: '8f14e45f-ceea-467f-9c2b-1b2e3d4c5a6b',
  })
  transport.close()
  expect(mailServer.mails).toHaveLength(1)
  const [mail = ''] = mailServer.mails
  expect(mail).toContain('From: Club Bravo <hello@club.example>')
  expect(mail).toContain('To: ada@club.example')
  expect(mail).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(mail).toContain('Content-Type: text/plain; charset=utf-8')
  expect(mail).toContain('Content-Type: text/html; charset=utf-8')
})
