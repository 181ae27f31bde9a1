import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { countAttempt, purgeAttempts } from '#server/store/rateLimits.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const limits = { signIn: 3, scans: 5, spending: 4 }

test('Nobody can use up the sign-in attempts or the mails of another person', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const victim = `${randomUUID()}@club.example`
  const about = 'verification'
  const attacker = { scope: 'identity', account: victim, email: victim, about, address: '203.0.113.7' } as const
  for (let time = 0; time < 20; time += 1) {
    await limiter.consumeSignIn(attacker)
    await limiter.consumeMail(attacker)
  }
  expect(await limiter.consumeSignIn(attacker)).toBeGreaterThan(0)
  expect(await limiter.consumeMail(attacker)).toBeGreaterThan(0)
  const own = { ...attacker, address: '198.51.100.1' }
  expect([await limiter.consumeSignIn(own), await limiter.consumeMail(own)]).toEqual([0, 0])
})

test('Somebody who floods a network’s limits holds the others behind it up for a minute, or ten for a mail, however often', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const address = `198.51.100.${2 + Math.floor(Math.random() * 250)}`
  const junk = () => ({ scope: 'login', account: randomUUID(), email: `${randomUUID()}@club.example`, address })
  const flood = async () => {
    for (let time = 0; time <= limits.signIn * 20; time += 1) await limiter.consumeSignIn(junk())
    for (let time = 0; time <= limits.signIn * 40; time += 1) await limiter.consumeVisit({ address })
    for (let time = 0; time <= 50; time += 1) await limiter.consumeMail({ ...junk(), about: 'password' })
    const waits = [await limiter.consumeSignIn(junk()), await limiter.consumeVisit({ address })]
    return [...waits, await limiter.consumeMail({ ...junk(), about: 'password' })]
  }
  for (let round = 0; round < 3; round += 1) {
    const [signIn = 0, visit = 0, mail = 0] = await flood()
    expect([signIn, visit, mail].every((wait) => wait > 0)).toBe(true)
    expect([signIn <= 60, visit <= 60, mail <= 600]).toEqual([true, true, true])
    await letMinutesPass(api.db, 11)
  }
  expect(await limiter.consumeSignIn(junk())).toBe(0)
})

test('Guesses of passwords, and of who has an account, make the others of a network wait for at most ten minutes', async () => {
  const limiter = createRateLimiter(api.db, limits)
  for (const [guesses, attempts] of [
    ['passwords', 60],
    ['accounts', 15],
  ] as const) {
    const guess = () =>
      limiter.consumeSignIn({ scope: guesses, account: randomUUID(), address: '198.51.100.1', guesses })
    const waits: number[] = []
    for (let round = 0; round < 6; round += 1) {
      for (let time = 0; time < attempts; time += 1) expect(await guess()).toBe(0)
      waits.push(await guess())
      await letMinutesPass(api.db, 11)
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600].map((most) => expect.closeTo(most, -1)))
  }
})

test('However many ask for mails to a person, one who has read such a mail is counted apart, but not the network address', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const email = `${randomUUID()}@club.example`
  for (let index = 0; index < 21; index += 1)
    await limiter.consumeMail({ email, about: 'verification', address: `203.0.113.${index}` })
  const own = { email, about: 'verification', address: '198.51.100.1' } as const
  expect(await limiter.consumeMail(own)).toBeGreaterThan(0)
  for (let time = 0; time < 5; time += 1) expect(await limiter.consumeMail({ ...own, byLink: true })).toBe(0)
  expect(await limiter.consumeMail({ ...own, byLink: true })).toBeGreaterThan(0)
  for (let time = 0; time < 50; time += 1) await limiter.consumeMail({ ...own, email: `${randomUUID()}@club.example` })
  const reader = { ...own, email: `${randomUUID()}@club.example` }
  expect(await limiter.consumeMail({ ...reader, byLink: true })).toBeGreaterThan(0)
})

test('The same mail is sent at most once a minute, and requests before that are not counted', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const asked = { email: `${randomUUID()}@club.example`, address: '203.0.113.7', isRepeat: true } as const
  const first = await Promise.all([0, 1].map(() => limiter.consumeMail({ ...asked, about: 'verification' })))
  expect(first.toSorted((one, other) => one - other)).toEqual([0, 60])
  for (let time = 0; time < 10; time += 1) {
    const wait = await limiter.consumeMail({ ...asked, about: 'verification' })
    expect([wait > 0, wait <= 60]).toEqual([true, true])
  }
  expect(await limiter.consumeMail({ ...asked, about: 'password' })).toBe(0)
  for (let sent = 0; sent < 2; sent += 1) {
    await letMinutesPass(api.db, 1)
    expect(await limiter.consumeMail({ ...asked, about: 'verification' })).toBe(0)
  }
})

test('Two servers of one database count together, also at the same moment', async () => {
  const [one, other] = [createRateLimiter(api.db, limits), createRateLimiter(api.db, limits)]
  const memberId = randomUUID()
  const calls = Array.from({ length: 10 }, (_none, index) =>
    (index % 2 === 0 ? one : other).consumeScan({ scope: 'scanTicket', memberId }),
  )
  const waits = await Promise.all(calls)
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('The wait doubles each time that the limit is exceeded again, to an end, and shrinks for who keeps it', async () => {
  const limit = { attempts: 2, windowMs: 60_000, maxWaitMs: 240_000 }
  const key = randomUUID()
  let now = Date.now()
  /** Uses up the attempts, and one more; resolves to the seconds to wait. */
  const exceed = async () => {
    const waits = []
    for (let time = 0; time < 3; time += 1) waits.push(await countAttempt(api.db, { key, limit, now: new Date(now) }))
    expect(waits.slice(0, 2)).toEqual([0, 0])
    const wait = waits[2] ?? 0
    now += wait + 1
    return wait / 1000
  }
  expect([await exceed(), await exceed(), await exceed(), await exceed()]).toEqual([60, 120, 240, 240])
  for (let kept = 0; kept < 5; kept += 1) {
    await countAttempt(api.db, { key, limit, now: new Date(now) })
    now += limit.windowMs + 1
  }
  expect(await exceed()).toBeLessThan(240)
})

test('What is counted names nobody, and is forgotten a day later', async () => {
  const limiter = createRateLimiter(api.db, limits)
  await limiter.consumeMail({ email: 'ada@club.example', about: 'verification', address: '203.0.113.7' })
  const rows = await api.db.selectFrom('rate_limits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/ada@|club\.example|203\.0\.113/)
  await purgeAttempts(api.db, new Date(Date.now() + 24 * 3600_000))
  expect(await api.db.selectFrom('rate_limits').select('key').execute()).toEqual([])
})
