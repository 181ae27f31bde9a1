import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberMails } from '#server/mail/memberMails.ts'
import { remindOfExpiry } from '#server/services/points/expiryReminders.ts'
import { givePoints } from '#server/services/points/points.ts'
import { lockMember } from '#server/store/members/members.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { createMailServer, headerOf, type MailServer } from '#tests/support/mailServer.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'
import { startTwoServers, type TwoServers } from '#tests/support/twoServers.ts'

let club: TwoServers
let mailServer: MailServer
let smtpUrl: string
/** What the mail server does with a whole mail: null to take it. */
let onMail: (() => Promise<string>) | null = null

beforeAll(async () => {
  const port = await freePort()
  smtpUrl = `smtp://127.0.0.1:${port}`
  mailServer = createMailServer(port, (command) => (command === '.' && onMail ? onMail() : null))
  await mailServer.listen()
  club = await startTwoServers({ environment: { SMTP_URL: smtpUrl, MAIL_FROM: 'Club Bravo <hello@club.example>' } })
})
afterAll(async () => {
  await club.close()
  await mailServer.close()
})

const dayMs = 86_400_000

/** A member who wants reminders, and is written one. */
async function reminded(): Promise<TestMember> {
  const member = await newMember(club.db)
  await club.db.updateTable('members').set({ receive_email_promotion: true }).where('id', '=', member.id).execute()
  const now = new Date()
  await inTransaction(club.db, async (transaction) => {
    await lockMember(transaction, member.id)
    const cause = { memberId: member.id, code: 'Bulk Import', reference: randomUUID(), now }
    await givePoints(transaction, cause, 100, new Date(now.getTime() + 20 * dayMs))
  })
  // A server that has just started may have done it already.
  const done = await remindOfExpiry(club.db, { now, notify: memberMails({ smtpUrl }) })
  expect(done.failures).toEqual([])
  return member
}

const mailsTo = ({ email }: TestMember) => mailServer.mails.filter((mail) => headerOf(mail, 'To') === email)
const waiting = () => club.db.selectFrom('mailbox').select(['id', 'attempts']).where('due_at', 'is not', null).execute()
const wantsReminders = async ({ id }: TestMember) => {
  const row = club.db.selectFrom('members').select('receive_email_promotion as wants').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).wants
}

test('A mail program ends reminders with one call, without a sign-in; opening the link changes nothing', async () => {
  const member = await reminded()
  await expect.poll(() => mailsTo(member)).toHaveLength(1)
  const [mail = ''] = mailsTo(member)
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
  const [, address = ''] = /^<(.*)>$/.exec(headerOf(mail, 'List-Unsubscribe') ?? '') ?? []
  expect(address.startsWith(`${club.servers[0].origin}/identity/unsubscribe?`)).toBe(true)

  const page = await fetch(address)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('method="post"')
  expect(await wantsReminders(member)).toBe(true)

  // As RFC 8058 says it: a POST with this body, no cookie, and no redirect to follow.
  const oneClick = () =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'error',
    })
  expect([(await oneClick()).status, (await oneClick()).status]).toEqual([200, 200])
  expect(await wantsReminders(member)).toBe(false)

  const other = address.replace(/token=.{8}/, 'token=AAAAAAAA')
  expect((await fetch(other, { method: 'POST' })).status).toBe(404)
  expect((await fetch(other)).status).toBe(404)
})

test('A mail whose server dies before it is recorded is sent again by another, as the same mail', async () => {
  const [first, second] = club.servers
  const gotWhole = new Promise<void>((resolve) => {
    onMail = () => {
      resolve()
      return new Promise(() => undefined)
    }
  })
  const member = await reminded()
  await gotWhole
  // Either server has it, and the mail server has not said its word.
  await Promise.all([first.kill(), second.kill()])
  onMail = null
  expect(mailsTo(member)).toHaveLength(1)
  expect(await waiting()).toEqual([{ id: expect.any(String), attempts: 1 }])

  const environment = { DATABASE_URL: club.databaseUrl, SEED: 'none', SMTP_URL: smtpUrl }
  await club.db.updateTable('mailbox').set({ due_at: new Date() }).where('due_at', 'is not', null).execute()
  const third = await startServer({ environment: { ...environment, MAIL_FROM: 'Club Bravo <hello@club.example>' } })
  await expect.poll(waiting).toEqual([])
  await third.stop()
  const [one = '', other = '', ...more] = mailsTo(member)
  expect(more).toEqual([])
  expect(headerOf(one, 'Message-ID')).toMatch(/^<[0-9a-f-]{36}@club\.example>$/)
  expect(headerOf(other, 'Message-ID')).toBe(headerOf(one, 'Message-ID'))
})
