import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { newMember } from '#tests/support/members.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, type OpenedPage } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

const password = 'seven violins and a harp'
let made = 0

function newAddress(): string {
  made += 1
  return `asker-${process.pid}-${made}@club.example`
}

/** Creates an account; resolves to the page that says "check your mail". */
async function create(email: string): Promise<OpenedPage> {
  const visitor = createVisitor(origin)
  const page = await visitor.open(requestSignIn(origin, { prompt: 'create' }).address)
  return visitor.submit(page, { email, password })
}

function resend(email: string): Promise<Response> {
  return fetch(`${origin}/api/auth/resend-verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
}

/** Asks again, as soon as one may. */
async function resendLater(email: string): Promise<Response> {
  await letMinutesPass(club.db, 1)
  return resend(email)
}

async function mailsTo(email: string): Promise<number> {
  const { count } = await club.db
    .selectFrom('mailbox')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The highest id that a mail was written with, whether it was kept or not. */
async function lastMailId(): Promise<number> {
  const { rows } = await sql<{ id: string }>`select last_value as id from mailbox_id_seq`.execute(club.db)
  return Number(rows[0]?.id)
}

/** Makes the newest link to an address expire, and resolves to it. */
async function expireLink(email: string): Promise<string> {
  const link = linkIn(await lastMailTo(club, email))
  const token = new URL(link).searchParams.get('token') ?? ''
  await club.db
    .updateTable('identity_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .execute()
  return link
}

/** A page without the parts that identify its visitor. */
function withoutVisitorData({ text }: OpenedPage): string {
  return text
    .replaceAll(/(?:asker|member)-[^ <]*?example/g, 'ADDRESS')
    .replaceAll(/interaction\/[\w-]+/g, 'interaction')
}

describe('the mailed link', () => {
  test('is mailed at most five times an hour, and a further request gets a time to wait', async () => {
    const email = newAddress()
    const checkMail = await create(email)
    expect(checkMail.text).toContain('We’ve sent an email')
    for (let time = 0; time < 4; time += 1) expect((await resendLater(email)).status).toBe(200)
    const refused = await resendLater(email.toUpperCase())
    expect(refused.status).toBe(429)
    expect(await mailsTo(email)).toBe(5)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
  })

  test('that has expired brings new ones though others have requested too many, and after five a time to wait', async () => {
    const email = newAddress()
    await create(email)
    for (let time = 0; time < 4; time += 1) await resendLater(email)
    const link = await expireLink(email)
    const visitor = createVisitor(origin)
    const request = async () => {
      await letMinutesPass(club.db, 1)
      return visitor.submit(await visitor.open(link), {})
    }
    for (let time = 0; time < 5; time += 1) expect((await request()).status).toBe(200)
    const refused = await request()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(refused.text).toContain('or try again in 60 minutes.')
    expect(await mailsTo(email)).toBe(10)
  })

  test('is not promised for a new account after too many mails', async () => {
    const known = await newMember(club.db, { verified: false })
    const pages = await Promise.all(
      [known.email, newAddress()].map(async (email) => {
        for (let time = 0; time < 5; time += 1) await resendLater(email)
        const before = await mailsTo(email)
        const checkMail = await create(email)
        expect(checkMail.text).toContain('You’ve requested several emails')
        expect(await mailsTo(email)).toBe(before)
        return withoutVisitorData(checkMail)
      }),
    )
    expect(pages[0]).toBe(pages[1])
  })
})

describe('requesting the mail again', () => {
  test('too often is refused in the same words for any account, verified or not, or none', async () => {
    const [verified, unverified] = await Promise.all([newMember(club.db), newMember(club.db, { verified: false })])
    const answers = await Promise.all(
      [verified.email, unverified.email, newAddress()].map(async (email) => {
        for (let time = 0; time < 5; time += 1) expect((await resendLater(email)).status).toBe(200)
        const refused = await resendLater(email)
        return [refused.status, await refused.json(), Number(refused.headers.get('retry-after')) > 3500]
      }),
    )
    const message = 'You’ve requested several emails. Try again later.'
    expect(answers).toEqual(Array.from({ length: 3 }, () => [429, { message }, true]))
  })

  test('twice within a minute sends one mail, and says how long to wait', async () => {
    const { email } = await newMember(club.db, { verified: false })
    const [first, second] = [await resend(email), await resend(email)]
    expect([first.status, second.status, await mailsTo(email)]).toEqual([200, 429, 1])
    const wait = Number(second.headers.get('retry-after'))
    expect([wait > 0, wait <= 60]).toEqual([true, true])
    expect((await resendLater(email)).status).toBe(200)
    expect(await mailsTo(email)).toBe(2)
  })

  test('by a link that has expired, twice within a minute, sends one mail', async () => {
    const email = newAddress()
    await create(email)
    const link = await expireLink(email)
    const visitor = createVisitor(origin)
    const expired = await visitor.open(link)
    for (let press = 0; press < 2; press += 1)
      expect((await visitor.submit(expired, {})).text).toContain('A new link is on its way')
    expect(await mailsTo(email)).toBe(2)
  })

  test('has the same response for any account, verified or not, or none', async () => {
    const [verified, unverified] = await Promise.all([newMember(club.db), newMember(club.db, { verified: false })])
    const answers = await Promise.all(
      [verified.email, unverified.email, 'nobody@club.example'].map(async (email) => {
        const response = await resend(email)
        return [response.status, await response.json()]
      }),
    )
    expect(answers).toEqual(Array.from({ length: 3 }, () => [200, { success: true }]))
    expect(await lastMailTo(club, unverified.email)).toContain('/identity/verify-email?')
    await expect(lastMailTo(club, verified.email)).rejects.toThrow('No mail')
  })

  test('writes a mail for any address, and keeps only the one that somebody gets', async () => {
    const [verified, unverified] = await Promise.all([newMember(club.db), newMember(club.db, { verified: false })])
    for (const email of [verified.email, unverified.email, newAddress()]) {
      const before = await lastMailId()
      await resend(email)
      expect((await lastMailId()) - before).toBe(1)
      expect(await mailsTo(email)).toBe(email === unverified.email ? 1 : 0)
    }
  })
})

describe('the mailbox', () => {
  test('shows mails with their links on this machine, and to no client behind a proxy', async () => {
    const email = newAddress()
    await create(email)
    const visitor = createVisitor(origin)
    const page = await visitor.open('/mailbox')
    expect(page.text).toContain(`<a href="${linkIn(await lastMailTo(club, email)).replace('&', '&amp;')}"`)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const outside = await visitor.open('/mailbox', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(outside.status).toBe(404)
  })
})
