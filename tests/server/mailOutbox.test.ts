import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Log } from '#server/http/log.ts'
import { smtpMailer } from '#server/mail/mailer.ts'
import type { Mail } from '#server/mail/mail.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { createMailServer, type MailServer } from '#tests/support/mailServer.ts'
import { freePort } from '#tests/support/ports.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let port: number
let mailServer: MailServer
let lines: string[]
let log: Log

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

beforeEach(async () => {
  port = await freePort()
  mailServer = createMailServer(port)
  lines = []
  const write = (sentence: string) => void lines.push(sentence)
  log = { info: write, warn: write, error: write }
})
afterEach(() => mailServer.close())

const startMailer = () => {
  const mailer = smtpMailer({
    db: api.db,
    smtpUrl: `smtp://user:secret@127.0.0.1:${port}`,
    mailFrom: 'hello@club.example',
    log,
  })
  onTestFinished(mailer.close)
  return mailer
}

const mailTo = (to: string): Mail => ({ to, subject: `A letter to ${to}`, text: 'Welcome', html: '<p>Welcome</p>' })
const outbox = () => api.db.selectFrom('mailbox').select(['recipient', 'attempts']).execute()

test('A mail that is not accepted stays in the outbox when the server stops, and the next server sends it', async () => {
  const mailer = startMailer()
  await mailer.add(api.db, mailTo('ada@club.example'))
  mailer.wake()
  await expect.poll(() => lines).toEqual([expect.stringContaining('did not accept a mail (ESOCKET)')])
  await mailer.close()
  expect(await outbox()).toEqual([{ recipient: 'ada@club.example', attempts: 1 }])
  expect(lines.join()).not.toMatch(/ada@|secret/)

  await mailServer.listen()
  await api.db.updateTable('mailbox').set({ due_at: new Date() }).execute()
  startMailer()
  await expect.poll(outbox).toEqual([])
  expect(mailServer.mails).toEqual([expect.stringContaining('To: ada@club.example')])
})

test('Servers that share a database send each mail once', async () => {
  await mailServer.listen()
  const mailers = [startMailer(), startMailer(), startMailer()]
  const recipients = Array.from({ length: 30 }, (_, index) => `member-${index}@club.example`)
  await Promise.all(
    recipients.map(async (to, index) => {
      await mailers[index % 3]?.add(api.db, mailTo(to))
      for (const mailer of mailers) mailer.wake()
    }),
  )
  await expect.poll(outbox).toEqual([])
  const sent = mailServer.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? '')
  expect(sent).toHaveLength(recipients.length)
  expect(new Set(sent)).toEqual(new Set(recipients))
})

test('A mail is sent if its transaction commits, and once, however often that had to run again', async () => {
  await mailServer.listen()
  const mailer = startMailer()
  await inTransaction(api.db, (transaction) => mailer.add(transaction, mailTo('committed@club.example')))
  const undone = inTransaction(api.db, async (transaction) => {
    await mailer.add(transaction, mailTo('undone@club.example'))
    throw new Error('The address is taken')
  })
  await expect(undone).rejects.toThrow('The address is taken')
  mailer.wake()
  await expect.poll(outbox).toEqual([])
  expect(mailServer.mails).toEqual([expect.stringContaining('To: committed@club.example')])
})
