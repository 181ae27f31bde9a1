import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAsClient, noteSignIn } from '#server/gate/client.ts'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { countAttempts, purgeAttempts } from '#server/store/rateLimits.ts'
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
    await limiter.consume({ of: 'sign-in', ...attacker })
    await limiter.consume({ of: 'mail', ...attacker })
  }
  expect(await limiter.consume({ of: 'sign-in', ...attacker })).toBeGreaterThan(0)
  expect(await limiter.consume({ of: 'mail', ...attacker })).toBeGreaterThan(0)
  const own = { ...attacker, address: '198.51.100.1' }
  expect([await limiter.consume({ of: 'sign-in', ...own }), await limiter.consume({ of: 'mail', ...own })]).toEqual([
    0, 0,
  ])
})

test('Somebody who floods a network’s limits holds the others behind it up for a minute, or ten for a mail, however often', async () => {
  let limiter = createRateLimiter(api.db, limits)
  const address = `198.51.100.${2 + Math.floor(Math.random() * 250)}`
  const junk = () => ({ scope: 'login', account: randomUUID(), email: `${randomUUID()}@club.example`, address })
  const flood = async () => {
    for (let time = 0; time <= limits.signIn * 20; time += 1) await limiter.consume({ of: 'sign-in', ...junk() })
    for (let time = 0; time <= limits.signIn * 40; time += 1) await limiter.consume({ of: 'visit', address })
    for (let time = 0; time <= 50; time += 1) await limiter.consume({ of: 'mail', ...junk(), about: 'password' })
    const waits = [await limiter.consume({ of: 'sign-in', ...junk() }), await limiter.consume({ of: 'visit', address })]
    return [...waits, await limiter.consume({ of: 'mail', ...junk(), about: 'password' })]
  }
  for (let round = 0; round < 3; round += 1) {
    const [signIn = 0, visit = 0, mail = 0] = await flood()
    expect([signIn, visit, mail].every((wait) => wait > 0)).toBe(true)
    expect([signIn <= 60, visit <= 60, mail <= 600]).toEqual([true, true, true])
    await letMinutesPass(api.db, 11)
    limiter = createRateLimiter(api.db, limits)
  }
  expect(await limiter.consume({ of: 'sign-in', ...junk() })).toBe(0)
})

test('A network has 50 wrong codes a day, whatever accounts they are of; right ones do not count', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const ended = new AbortController().signal
  const from = (network: string) => (accountId: string) =>
    runAsClient({ network, token: null, ended }, () => limiter.consume({ of: 'code', accountId }))
  const guess = from(randomUUID())
  for (let time = 0; time < 50; time += 1) expect(await guess(`${time % 10}`)).toBe(0)
  expect(await guess('another')).toBeGreaterThan(0)
  const other = randomUUID()
  expect(await from(other)('another')).toBe(0)
  await runAsClient({ network: other, token: null, ended }, () =>
    limiter.takeBack({ of: 'code', accountId: 'another' }),
  )
  for (let time = 0; time < 10; time += 1) expect(await from(other)('another')).toBe(0)
  expect(await from(other)('another')).toBeGreaterThan(0)
})

test('Whoever guesses the code of an account uses up their own tries of it; over all networks it has 100 a day', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const ended = new AbortController().signal
  const tryFrom = (network: string) =>
    runAsClient({ network, token: null, ended }, () => limiter.consume({ of: 'code', accountId: 'joining' }))
  const guesser = randomUUID()
  for (let time = 0; time < 10; time += 1) expect(await tryFrom(guesser)).toBe(0)
  expect(await tryFrom(guesser)).toBeGreaterThan(0)
  for (let time = 0; time < 90; time += 1) expect(await tryFrom(`network ${time % 9}`)).toBe(0)
  expect(await tryFrom(randomUUID())).toBeGreaterThan(0)
})

test('Guesses of passwords, and of who has an account, make the others of a network wait for at most ten minutes', async () => {
  let limiter = createRateLimiter(api.db, limits)
  for (const [guesses, attempts] of [
    ['passwords', 60],
    ['accounts', 15],
  ] as const) {
    const guess = () =>
      limiter.consume({ of: 'sign-in', scope: guesses, account: randomUUID(), address: '198.51.100.1', guesses })
    const waits: number[] = []
    for (let round = 0; round < 6; round += 1) {
      for (let time = 0; time < attempts; time += 1) expect(await guess()).toBe(0)
      waits.push(await guess())
      await letMinutesPass(api.db, 11)
      limiter = createRateLimiter(api.db, limits)
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600].map((most) => expect.closeTo(most, -1)))
  }
})

test('However many ask for mails to a person, one who has read such a mail is counted apart, but not the network address', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const email = `${randomUUID()}@club.example`
  for (let index = 0; index < 22; index += 1)
    await limiter.consume({ of: 'mail', email, about: 'verification', address: `203.0.113.${index}` })
  const own = { email, about: 'verification', address: '198.51.100.1' } as const
  expect(await limiter.consume({ of: 'mail', ...own })).toBeGreaterThan(0)
  for (let time = 0; time < 5; time += 1) expect(await limiter.consume({ of: 'mail', ...own, byLink: true })).toBe(0)
  expect(await limiter.consume({ of: 'mail', ...own, byLink: true })).toBeGreaterThan(0)
  for (let time = 0; time < 50; time += 1)
    await limiter.consume({ of: 'mail', ...own, email: `${randomUUID()}@club.example` })
  const reader = { ...own, email: `${randomUUID()}@club.example` }
  expect(await limiter.consume({ of: 'mail', ...reader, byLink: true })).toBeGreaterThan(0)
})

const never = new AbortController().signal
const from = <T>(network: string, work: () => T) => runAsClient({ network, token: null, ended: never }, work)

test('Strangers who ask for mails to somebody use up neither those about something else, nor one an hour, nor one from where members sign in', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const email = `${randomUUID()}@club.example`
  const askFrom = (network: number, about: 'new_address' | 'verification') =>
    from(`203.0.${network}.0/24`, () => limiter.consume({ of: 'mail', email, about, address: `203.0.${network}.1` }))
  for (let network = 0; network < 20; network += 1) expect(await askFrom(network, 'new_address')).toBe(0)
  expect(await askFrom(100, 'verification')).toBe(0)
  expect(await askFrom(100, 'new_address')).toBe(0)
  expect(await askFrom(101, 'new_address')).toBeGreaterThan(0)
  from('203.0.102.0/24', noteSignIn)
  expect(await askFrom(102, 'new_address')).toBe(0)
  expect(await askFrom(102, 'new_address')).toBeGreaterThan(0)
})

test('Wrong claims of an old membership from elsewhere leave each network three an hour, and those that are right cost none', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const claim = { memberNo: `OLD${randomUUID()}`, contact: randomUUID(), code: null, memberId: null }
  const claimFrom = (network: number, facts: Partial<typeof claim> = {}) =>
    from(`203.1.${network}.0/24`, () => limiter.consume({ of: 'old-member', ...claim, ...facts }))
  for (let guess = 0; guess < 10; guess += 1) expect(await claimFrom(0, { contact: randomUUID() })).toBe(0)
  for (let guess = 0; guess < 10; guess += 1) expect(await claimFrom(1, { memberNo: randomUUID() })).toBe(0)
  for (const network of [0, 1]) expect(await claimFrom(network)).toBeGreaterThan(0)
  for (let right = 0; right < 5; right += 1) {
    expect(await claimFrom(2)).toBe(0)
    await from('203.1.2.0/24', () => limiter.takeBack({ of: 'old-member', ...claim }))
    // As the attacker goes on.
    await claimFrom(0, { contact: randomUUID() })
  }
  for (let wrong = 0; wrong < 3; wrong += 1) expect(await claimFrom(3)).toBe(0)
  expect(await claimFrom(3)).toBeGreaterThan(0)
})

test('A mail that one limit refuses counts for no other', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const address = '203.0.113.77'
  const email = `${randomUUID()}@club.example`
  const ask = (to: string) => limiter.consume({ of: 'mail', email: to, about: 'password', address })
  for (let time = 0; time < 30; time += 1) await ask(email)
  for (let mail = 5; mail < 50; mail += 1) expect(await ask(`${randomUUID()}@club.example`)).toBe(0)
  const later = `${randomUUID()}@club.example`
  for (let time = 0; time < 30; time += 1) expect(await ask(later)).toBeGreaterThan(0)
  const other = (index: number) =>
    limiter.consume({ of: 'mail', email: later, about: 'password', address: `203.0.114.${index}` })
  for (let index = 0; index < 20; index += 1) expect(await other(index)).toBe(0)
})

test('A network can look 200 accounts up a day, however patiently, and 20 an hour after that', async () => {
  const generous = createRateLimiter(api.db, { ...limits, signIn: 100_000 })
  let looked = 0
  const lookUp = () =>
    from('198.51.7.0/24', () => {
      looked += 1
      const address = `198.51.7.${looked % 256}`
      return generous.consume({ of: 'sign-in', scope: 'look-up', account: randomUUID(), address, guesses: 'accounts' })
    })
  for (let time = 0; time < 220; time += 1) expect(await lookUp()).toBe(0)
  expect(await lookUp()).toBeGreaterThan(60)
  await letMinutesPass(api.db, 61)
  for (let time = 0; time < 20; time += 1) expect(await lookUp()).toBe(0)
  expect(await lookUp()).toBeGreaterThan(60)
})

test('Who is over a limit is refused from memory, without a word to the database', async () => {
  let statements = 0
  const counting = api.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const limiter = createRateLimiter(Object.setPrototypeOf(counting, Object.getPrototypeOf(api.db)), limits)
  const memberId = randomUUID()
  const attempt = { of: 'scan', scope: 'scanTicket', memberId } as const
  const scan = () => limiter.consume(attempt)
  for (let time = 0; time < 5; time += 1) expect(await scan()).toBe(0)
  expect(limiter.knownWait(attempt)).toBe(0)
  expect(await scan()).toBe(60)
  const before = statements
  expect(before).toBeGreaterThan(0)
  for (let time = 0; time < 100; time += 1) expect(await scan()).toBeGreaterThan(0)
  expect([limiter.knownWait(attempt) > 0, limiter.knownWait({ of: 'spending', memberId })]).toEqual([true, 0])
  expect(statements).toBe(before)
})

test('The same mail is sent at most once a minute, and requests before that are not counted', async () => {
  const limiter = createRateLimiter(api.db, limits)
  const asked = { email: `${randomUUID()}@club.example`, address: '203.0.113.7', isRepeat: true } as const
  const first = await Promise.all([0, 1].map(() => limiter.consume({ of: 'mail', ...asked, about: 'verification' })))
  expect(first.toSorted((one, other) => one - other)).toEqual([0, expect.closeTo(60, -1)])
  for (let time = 0; time < 10; time += 1) {
    const wait = await limiter.consume({ of: 'mail', ...asked, about: 'verification' })
    expect([wait > 0, wait <= 60]).toEqual([true, true])
  }
  expect(await limiter.consume({ of: 'mail', ...asked, about: 'password' })).toBe(0)
  for (let sent = 0; sent < 2; sent += 1) {
    await letMinutesPass(api.db, 1)
    expect(await limiter.consume({ of: 'mail', ...asked, about: 'verification' })).toBe(0)
  }
})

test('Two servers of one database count together, also at the same moment', async () => {
  const [one, other] = [createRateLimiter(api.db, limits), createRateLimiter(api.db, limits)]
  const memberId = randomUUID()
  const calls = Array.from({ length: 10 }, (_none, index) =>
    (index % 2 === 0 ? one : other).consume({ of: 'scan', scope: 'scanTicket', memberId }),
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
    for (let time = 0; time < 3; time += 1)
      waits.push(...(await countAttempts(api.db, [{ key, limit }], new Date(now))))
    expect(waits.slice(0, 2)).toEqual([0, 0])
    const wait = waits[2] ?? 0
    now += wait + 1
    return wait / 1000
  }
  expect([await exceed(), await exceed(), await exceed(), await exceed()]).toEqual([60, 120, 240, 240])
  for (let kept = 0; kept < 5; kept += 1) {
    await countAttempts(api.db, [{ key, limit }], new Date(now))
    now += limit.windowMs + 1
  }
  expect(await exceed()).toBeLessThan(240)
})

test('What is counted names nobody, and is forgotten a day later', async () => {
  const limiter = createRateLimiter(api.db, limits)
  await limiter.consume({ of: 'mail', email: 'ada@club.example', about: 'verification', address: '203.0.113.7' })
  const rows = await api.db.selectFrom('rate_limits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/ada@|club\.example|203\.0\.113/)
  await purgeAttempts(api.db, new Date(Date.now() + 24 * 3600_000))
  expect(await api.db.selectFrom('rate_limits').select('key').execute()).toEqual([])
})

test('Somebody of the staff searches 600 times a day, however slowly', async () => {
  const accountId = randomUUID()
  const search = (limiter: ReturnType<typeof createRateLimiter>) =>
    limiter.consume({ of: 'staff-search', scope: 'members', accountId })
  for (let round = 0; round < 20; round += 1) {
    const limiter = createRateLimiter(api.db, limits)
    for (let time = 0; time < 30; time += 1) expect(await search(limiter)).toBe(0)
    await letMinutesPass(api.db, 2)
  }
  expect(await search(createRateLimiter(api.db, limits))).toBeGreaterThan(20 * 60 * 60)
  expect(
    await createRateLimiter(api.db, limits).consume({ of: 'staff-search', scope: 'members', accountId: 'other' }),
  ).toBe(0)
  await letMinutesPass(api.db, 24 * 60)
  expect(await search(createRateLimiter(api.db, limits))).toBe(0)
})
