import { listMails, tryAgain } from '#server/services/staff/mailList.ts'
import { asStaff } from '#tests/support/staff.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Language } from '#contract/language.ts'
import type { Log } from '#server/http/log.ts'
import { smtpMailer } from '#server/mail/mailer.ts'
import { countWaitingMails } from '#server/store/mailOutbox.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { runCommand } from '#tests/support/commands.ts'
import { createMailServer, headerOf, type MailServer } from '#tests/support/mailServer.ts'
import { freePort } from '#tests/support/ports.ts'
import { type TestApi, testApi, testOrigin } from './testApi.ts'

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
    origin: testOrigin,
    log,
  })
  onTestFinished(mailer.close)
  return mailer
}

/** Who reads a mail, and what it tells. */
const mailTo = (email: string, language: Language = 'en') =>
  [
    { email, language, name: null },
    { kind: 'password_changed', email },
  ] as const
const outbox = () => api.db.selectFrom('mailbox').select(['recipient', 'attempts']).execute()

test('A mail that is not accepted stays in the outbox when the server stops, and the next server sends it', async () => {
  const mailer = startMailer()
  await mailer.add(api.db, ...mailTo('ada@club.example'))
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
      await mailers[index % 3]?.add(api.db, ...mailTo(to))
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
  await inTransaction(api.db, (transaction) => mailer.add(transaction, ...mailTo('committed@club.example')))
  const undone = inTransaction(api.db, async (transaction) => {
    await mailer.add(transaction, ...mailTo('undone@club.example'))
    throw new Error('The address is taken')
  })
  await expect(undone).rejects.toThrow('The address is taken')
  mailer.wake()
  await expect.poll(outbox).toEqual([])
  expect(mailServer.mails).toEqual([expect.stringContaining('To: committed@club.example')])
})

/** Makes what waits due now, and wakes the mailer: as if its pause were over. */
async function passPause(mailer: { wake: () => void }) {
  const due = { due_at: new Date(), failure: null }
  await api.db.updateTable('mailbox').set(due).where('due_at', 'is not', null).execute()
  mailer.wake()
}

const stateOf = (recipient: string) =>
  api.db
    .selectFrom('mailbox')
    .select(['id', 'attempts', 'due_at', 'failed_at', 'failure'])
    .where('recipient', '=', recipient)
    .executeTakeFirst()

test('A mail that is refused is tried again after longer and longer pauses, then given up and shown, and sent when an operator says so', async () => {
  let isRefusing = true
  await mailServer.close()
  mailServer = createMailServer(port, (command) => (isRefusing && command === '.' ? '451 try later' : null))
  await mailServer.listen()
  const mailer = startMailer()
  await mailer.add(api.db, ...mailTo('refused@club.example'))
  mailer.wake()
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await expect
      .poll(() => stateOf('refused@club.example'))
      .toMatchObject({ attempts: attempt, failure: 'EMESSAGE 451', due_at: expect.any(Date) })
    const state = await stateOf('refused@club.example')
    pauses.push((state?.due_at?.getTime() ?? 0) - Date.now())
    await passPause(mailer)
  }
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(pauses.at(-1)).toBeGreaterThan(23 * 3_600_000)
  await expect.poll(() => stateOf('refused@club.example')).toMatchObject({ attempts: 7, due_at: null })
  expect(await countWaitingMails(api.db, new Date())).toEqual({ later: 0, due: 0, failed: 1 })
  const { id } = (await stateOf('refused@club.example')) ?? {}
  const [listed, ...more] = (await runCommand(api.dataDir, ['mails', 'list'])).stdout.trim().split('\n')
  expect(more).toEqual([])
  expect(listed).toContain(`${id}  `)
  expect(listed).toMatch(/refused@club\.example.*given up .*7 attempts: EMESSAGE 451/)

  isRefusing = false
  expect((await listMails(asStaff(api.serverDb), undefined)).mails).toMatchObject([
    { key: `mail ${id}`, recipient: 'refused@club.example', state: 'failed', attempts: 7, failure: 'EMESSAGE 451' },
  ])
  const again = (one: string | null) => tryAgain(asStaff(api.serverDb), { id: one, now: new Date() })
  expect(await again('999999999')).toBe(0)
  const counts = await Promise.all([again(id ?? ''), again(null)])
  expect(counts.map(String).toSorted()).toEqual(['0', '1'])
  mailer.wake()
  await expect.poll(() => stateOf('refused@club.example')).toBeUndefined()
  expect((await runCommand(api.dataDir, ['mails', 'list'])).stdout).toBe('Every mail was sent.\n')
  const to = await listMails(asStaff(api.serverDb), 'refused@club.example')
  expect(to.mails).toMatchObject([{ state: 'sent', failure: null }])
  const ids = mailServer.mails.map((mail) => headerOf(mail, 'Message-ID'))
  expect(ids).toHaveLength(8)
  expect(new Set(ids).size).toBe(1)
})

test('A mail to an address that does not exist is given up at once, and holds up no other', async () => {
  await mailServer.close()
  mailServer = createMailServer(port, (command) => (/RCPT TO:<nobody@/i.test(command) ? '550 no such user' : null))
  await mailServer.listen()
  const mailer = startMailer()
  for (const to of ['nobody@club.example', 'ada@club.example']) await mailer.add(api.db, ...mailTo(to))
  mailer.wake()
  await expect
    .poll(() => stateOf('nobody@club.example'))
    .toMatchObject({ attempts: 1, due_at: null, failure: 'EENVELOPE 550', failed_at: expect.any(Date) })
  await expect.poll(() => stateOf('ada@club.example')).toBeUndefined()
  expect(lines.join()).not.toMatch(/nobody@/)
})

test('A mail that was sent while the database was away is not sent again once it is back', async () => {
  await mailServer.listen()
  await sql`create function refuse_delete() returns trigger language plpgsql as
    $$ begin raise exception 'away'; end $$`.execute(api.db)
  await sql`create trigger away before delete on mailbox for each row execute function refuse_delete()`.execute(api.db)
  const mailer = startMailer()
  await mailer.add(api.db, ...mailTo('once@club.example'))
  mailer.wake()
  await expect.poll(() => lines.join()).toContain('could not be read')
  await sql`drop trigger away on mailbox`.execute(api.db)
  await passPause(mailer)
  await expect.poll(() => stateOf('once@club.example')).toBeUndefined()
  expect(mailServer.mails).toHaveLength(1)
})

/** A mail as another version of the server stores it. */
const foreign = (recipient: string, mail: { kind: string; facts: object; language?: string }) =>
  api.db
    .insertInto('mailbox')
    // It was tried by servers of this version until the last pause.
    .values({ language: 'en', recipient, ...mail, facts: JSON.stringify(mail.facts), due_at: new Date() })
    .execute()

test('A mail with facts of another version is kept, logged and given up, and holds up no other', async () => {
  await mailServer.listen()
  await foreign('kind@club.example', { kind: 'moon_reached', facts: {} })
  await foreign('facts@club.example', { kind: 'password_changed', facts: { email: 7 } })
  await foreign('tongue@club.example', { kind: 'address_corrected', facts: {}, language: 'fr' })
  await sql`update mailbox set created_at = now() - interval '32 hours'`.execute(api.db)
  const mailer = startMailer()
  await mailer.add(api.db, ...mailTo('ada@club.example'))
  mailer.wake()
  await expect.poll(() => stateOf('ada@club.example')).toBeUndefined()
  for (const to of ['kind@club.example', 'facts@club.example', 'tongue@club.example'])
    await expect
      .poll(() => stateOf(to))
      .toMatchObject({ attempts: 1, due_at: null, failure: 'EFACTS', failed_at: expect.any(Date) })
  expect(mailServer.mails).toHaveLength(1)
  expect(lines.join('\n')).toMatch(/of another version: moon_reached \d+\n/)
  expect(lines.join()).not.toContain('@club.example')
  const { stdout } = await runCommand(api.dataDir, ['mails', 'list'])
  expect(stdout).toMatch(/moon_reached {2}kind@club\.example.*given up .*: EFACTS/)
  await api.db.deleteFrom('mailbox').execute()
})

test('A mail that this version cannot write waits for a server of the version that has stored it', async () => {
  await mailServer.listen()
  await foreign('ada@club.example', { kind: 'moon_reached', facts: {} })
  const mailer = startMailer()
  await expect
    .poll(() => stateOf('ada@club.example'))
    .toMatchObject({ attempts: 1, due_at: expect.any(Date), failed_at: null })
  // As the other server knows it.
  await sql`update mailbox set kind = 'address_corrected'`.execute(api.db)
  await passPause(mailer)
  await expect.poll(() => stateOf('ada@club.example')).toBeUndefined()
})

test('Half a character in what a mail says undoes nothing', async () => {
  await mailServer.listen()
  const mailer = startMailer()
  const [to] = mailTo('ada@club.example')
  await mailer.add(api.db, to, { kind: 'staff_invited', by: 'Ada \ud83d', path: '/identity/staff' })
  mailer.wake()
  await expect.poll(outbox).toEqual([])
  expect(mailServer.mails).toHaveLength(1)
})

test('A mail is written in its reader’s language when it is sent', async () => {
  await mailServer.listen()
  const mailer = startMailer()
  await mailer.add(api.db, ...mailTo('tc@club.example', 'tc'))
  await mailer.add(api.db, ...mailTo('sc@club.example', 'sc'))
  mailer.wake()
  await expect.poll(outbox).toEqual([])
  const languageOf = (to: string) => {
    const mail = mailServer.mails.find((one) => headerOf(one, 'To') === to) ?? ''
    return /<html lang=3D"([\w-]+)"/.exec(mail.replaceAll(/=\r?\n/g, ''))?.[1]
  }
  expect([languageOf('tc@club.example'), languageOf('sc@club.example')]).toEqual(['zh-Hant-HK', 'zh-Hans-CN'])
})
