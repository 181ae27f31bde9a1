// Whoever asks for more than their share: of calls, of sign-ins, of what is counted for somebody else.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#contract/index.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { sha256 } from '#server/store/hash.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { createVisitor } from '#tests/support/visitor.ts'
import { type Measured, signedInMember } from '../loadedServer.ts'
import type { Attack, Target } from './attack.ts'
import { addressIn, apiCall, call, type Call, openConnection } from './calls.ts'

const attackMs = 8000
const longestSignIn = 3000
/** One proxy, whose word on where a request comes from counts. */
const behindProxy = { TRUST_PROXY: '1' }
const networkHeader = (network: number) => ({ 'x-forwarded-for': `203.${network}.113.1` })

/** So many clients who each call again as soon as they have an answer, until the time is over. */
async function loop(copies: number, send: (copy: number) => Promise<Measured>, ms = attackMs): Promise<Measured[]> {
  const until = Date.now() + ms
  const measured: Measured[] = []
  const run = async (copy: number) => {
    while (Date.now() < until) measured.push(await send(copy))
  }
  await Promise.all(Array.from({ length: copies }, (_none, copy) => run(copy)))
  return measured
}

/** How often each status came. */
function statusesOf(measured: readonly Measured[]): string {
  const counts = new Map<number, number>()
  for (const { status } of measured) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/** That no call met an error of the server, or had no answer. */
function checkAnswered({ check }: Target, measured: readonly Measured[], expected: readonly number[]): void {
  const wrong = measured.filter(({ status }) => !expected.includes(status))
  check('its own calls are answered or refused', wrong.length === 0 && measured.length > 0, statusesOf(measured))
}

const oneToken: Attack = {
  name: 'two hundred connections with one token',
  async run(target) {
    const { token } = await signedInMember(target)
    const me = apiCall(endpoints.me, { token })
    checkAnswered(target, await loop(200, () => call(target.port, me)), [200, 503])
  },
}

const manyAccounts: Attack = {
  name: 'two hundred connections of accounts that nobody has proved',
  async run(target) {
    const tokens: string[] = []
    for (let account = 0; account < 50; account += 1) {
      const member = await signedInMember(target)
      await target.db.updateTable('members').set({ email_verified: false }).where('id', '=', member.id).execute()
      tokens.push(member.token)
    }
    const send = (copy: number) =>
      call(target.port, apiCall(endpoints.me, { token: tokens[copy % tokens.length] ?? '' }))
    checkAnswered(target, await loop(200, send), [200, 503])
  },
}

const quotes: Attack = {
  name: 'eleven megabytes of quotes in a loop',
  async run(target) {
    const { token } = await signedInMember(target)
    const body = Buffer.alloc(11_000_000, '"')
    const update = apiCall(endpoints.updateProfile, { token, body: {} })
    const send = () =>
      call(target.port, { ...update, headers: { ...update.headers, 'idempotency-key': randomUUID() }, body })
    // A refusal ends the connection before all is sent.
    checkAnswered(target, await loop(6, send), [0, 400, 408, 409, 413, 415, 422, 429, 503])
  },
}

/** Bodies as large as a call takes, of as many values as possible, or as deep as possible. */
const oddBodies: Record<string, string> = {
  'deep JSON': '['.repeat(1000),
  'deep JSON that ends': '['.repeat(500) + ']'.repeat(500),
  'many small fields': `{${Array.from({ length: 140 }, (_none, index) => `"${index}":0`).join(',')}}`,
  'the same field again and again': `{${Array.from({ length: 140 }, () => '"a":{}').join(',')}}`,
}

const oddJson: Attack = {
  name: 'deep JSON and many small fields',
  async run(target) {
    const { token } = await signedInMember(target)
    const scan = apiCall(endpoints.scanTicket, { token, body: {} })
    const login = apiCall(endpoints.login, { body: {} })
    for (const [name, body] of Object.entries(oddBodies)) {
      const send = (copy: number) => {
        const one = copy % 2 === 0 ? scan : login
        return call(target.port, { ...one, headers: { ...one.headers, 'idempotency-key': randomUUID() }, body })
      }
      const measured = await loop(60, send, 2000)
      const wrong = measured.filter(({ status }) => ![400, 413, 422, 429, 503].includes(status))
      target.check(`${name}: refused`, wrong.length === 0, statusesOf(measured))
    }
  },
}

const junkSignIns: Attack = {
  name: 'junk sign-ins after the limit',
  environment: { SIGN_IN_LIMIT: '10' },
  async run(target) {
    const send = () => {
      const junk = { login: `${randomUUID()}@club.example`, password: 'junk', id_token: `e30.${'x'.repeat(600)}.e30` }
      return call(target.port, { ...apiCall(endpoints.login, { body: junk }), from: addressIn(1) })
    }
    const measured = await loop(200, send)
    checkAnswered(target, measured, [401, 429, 503])
    const passed = measured.filter(({ status }) => status === 401).length
    target.check('no more than the limit is looked at', passed <= 200, `${passed} × 401`)
  },
}

/** Signs a member in as a browser does. */
async function timeSignIn({ server }: Target, network: number, { email, password }: TestMember): Promise<Measured> {
  const started = performance.now()
  const visitor = createVisitor(server.origin, networkHeader(network))
  const page = await visitor.open(requestSignIn(server.origin).address)
  const back = await visitor.submit(page, { email, password })
  const status = back.url.searchParams.has('code') ? 200 : back.status
  return { status, ms: performance.now() - started }
}

/** Guesses passwords from a network, one after the other, until it is told to stop. */
async function guess({ server }: Target, network: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const visitor = createVisitor(server.origin, networkHeader(network))
    let page = await visitor.open(requestSignIn(server.origin).address)
    for (let guesses = 0; guesses < 20 && !stopping.aborted; guesses += 1) {
      page = await visitor.submit(page, { email: `${randomUUID()}@club.example`, password: 'a guess' })
      if (page.status === 503 || page.status === 429) break
    }
  }
}

const guessing: Attack = {
  name: 'sixty networks guess passwords',
  environment: behindProxy,
  async run(target) {
    const members = await Promise.all(Array.from({ length: 16 }, () => newMember(target.db)))
    // Of the cost that real accounts have.
    const passwordHash = await hashPassword(members[0]?.password ?? '')
    const emails = members.map(({ email }) => email)
    await target.db
      .updateTable('identity_accounts')
      .set({ password_hash: passwordHash })
      .where('email', 'in', emails)
      .execute()
    const atHome = members.slice(0, 8)
    for (const [index, member] of atHome.entries()) await timeSignIn(target, 100 + index, member)
    const stopping = new AbortController()
    const guesses = Array.from({ length: 60 }, (_none, network) =>
      guess(target, network, stopping.signal).catch(() => undefined),
    )
    await delay(5000)
    const home = await Promise.all(atHome.map((member, index) => timeSignIn(target, 100 + index, member)))
    await delay(2000)
    const elsewhere = await Promise.all(
      members.slice(8).map((member, index) => timeSignIn(target, 150 + index, member)),
    )
    stopping.abort()
    await Promise.all(guesses)
    for (const [who, measured] of Object.entries({ 'where they did before': home, 'from new networks': elsewhere })) {
      const slowest = Math.max(...measured.map(({ ms }) => ms))
      const failed = measured.filter(({ status }) => status !== 200).length
      const seen = `${failed} of ${measured.length} failed, the slowest took ${slowest.toFixed(0)} ms`
      target.check(`eight members sign in ${who}`, failed === 0 && slowest < longestSignIn, seen)
    }
  },
}

const silentBodies: Attack = {
  name: 'calls from twenty networks whose bodies never come',
  async run(target) {
    const sockets = await Promise.all(
      Array.from({ length: 600 }, async (_none, index) => {
        const socket = await openConnection(target.port, addressIn(1 + (index % 20)))
        socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
        socket.resume()
        return socket
      }),
    )
    const content = apiCall(endpoints.staticContents)
    const send = async () => {
      const measured = await call(target.port, { ...content, from: addressIn(200) })
      await delay(50)
      return measured
    }
    const newcomers = await loop(1, send, 20_000)
    const longest = Math.max(...newcomers.map(({ ms }) => ms))
    const failed = newcomers.filter(({ status }) => status !== 200).length
    const seen = `${failed} of ${newcomers.length} failed, the longest took ${longest.toFixed(0)} ms`
    target.check('a newcomer is let in', failed === 0 && longest < longestSignIn, seen)
    const open = sockets.filter(({ destroyed }) => !destroyed).length
    for (const socket of sockets) socket.destroy()
    target.check('all of them are ended', open === 0, `${open} of 600 are open`)
  },
}

/** How many mails to an address the mailbox holds. */
async function mailsTo({ db }: Target, email: string): Promise<number> {
  const mails = await db.selectFrom('mailbox').select('id').where('recipient', '=', email).execute()
  return mails.length
}

const usedUp: Attack = {
  name: 'counters that strangers use up',
  environment: behindProxy,
  async run(target) {
    const { server, port, db, check } = target
    const victim = await newMember(db)
    const newcomer = `${randomUUID()}@club.example`
    const forgot = (email: string, network: number) =>
      call(port, withHeaders(apiCall(endpoints.forgotPassword, { body: { email } }), networkHeader(network)))
    for (let network = 0; network < 20; network += 1)
      await Promise.all([victim.email, newcomer].map((email) => forgot(email, network)))
    const before = await mailsTo(target, victim.email)
    const { status } = await forgot(victim.email, 200)
    const own = (await mailsTo(target, victim.email)) - before
    check('the victim gets the mail they ask for', status === 200 && own === 1, `${status}, ${own} mails`)

    const visitor = createVisitor(server.origin, networkHeader(201))
    const form = await visitor.open(requestSignIn(server.origin, { prompt: 'create' }).address)
    const password = 'seven oboes and a horn'
    const made = await visitor.submit(form, { email: newcomer, password })
    const account = await db.selectFrom('identity_accounts').select('id').where('email', '=', newcomer).execute()
    const invited = await mailsTo(target, newcomer)
    const seen = `${made.status}, ${account.length} accounts, ${invited} mails`
    check('an address that others asked about can join', account.length === 1 && invited === 1, seen)

    const old = {
      member_no: 'OLDATTACK',
      last_name: 'Chan',
      first_name: 'Ada',
      country_code: '852',
      mobile: '51998877',
    }
    await db
      .insertInto('old_members')
      .values({ ...old, tier: 'Red' })
      .execute()
    const expires_at = new Date(Date.now() + 3_600_000)
    const code = {
      token_hash: sha256('the-real-code'),
      kind: 'existing',
      tier: 'Red',
      old_member_no: old.member_no,
    } as const
    await db
      .insertInto('upgrade_tokens')
      .values({ ...code, expires_at })
      .execute()
    const claim = (proof: Record<string, string>, network: number) => {
      const body = { cb_member_no: old.member_no, last_name: 'Chan', ...proof }
      return call(port, withHeaders(apiCall(endpoints.existingProfile, { body }), networkHeader(network)))
    }
    for (let network = 0; network < 30; network += 1) await claim({ email_or_mobile: `6000${1000 + network}` }, network)
    const real = await claim({ upgrade_code: 'the-real-code' }, 202)
    check('the real claim with its code is heard', real.status === 200, String(real.status))
  },
}

const withHeaders = (one: Call, more: Record<string, string>): Call => ({
  ...one,
  headers: { ...one.headers, ...more },
})

const members = 2000

const concertsEnd: Attack = {
  name: 'a concert’s end beside one who keeps calling',
  // Two thousand members scan in the same seconds: the other one has a share like theirs.
  waits: { longest: 5000, p99: 2000 },
  async run(target) {
    const { db, port, check } = target
    const tickets = await issueTickets(db, { count: members })
    const phones: { token: string; index: number }[] = []
    for (let index = 0; index < members; index += 1) phones.push({ token: (await signedInMember(target)).token, index })
    const { token } = await signedInMember(target)
    const flooding = loop(200, () => call(port, { ...apiCall(endpoints.me, { token }), from: addressIn(1) }), 15_000)
    const scans = phones.map(async ({ token: own, index }) => {
      const ticket = tickets[index]
      // They press Confirm within ten seconds.
      await delay((index / members) * 10_000)
      const key = { 'idempotency-key': randomUUID() }
      const scanned = apiCall(endpoints.scanTicket, { token: own, body: { qrcode: ticket?.code } })
      const confirmed = apiCall(endpoints.verifyTicket, {
        token: own,
        body: { ticket_info: { ticket_no: ticket?.ticketNo } },
      })
      // One address, as of a hall behind one network.
      const from = addressIn(0, 1)
      const first = await call(port, { ...withHeaders(scanned, key), from })
      return [first, await call(port, { ...withHeaders(confirmed, key), from })]
    })
    const measured = (await Promise.all(scans)).flat()
    const longest = Math.max(...measured.map(({ ms }) => ms))
    const seen = `${statusesOf(measured)}, the longest took ${longest.toFixed(0)} ms`
    check(
      'two thousand members scan',
      measured.every(({ status }) => status === 200),
      seen,
    )
    const credited = await db
      .selectFrom('point_transactions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where(
        'reference',
        'in',
        tickets.map(({ ticketNo }) => ticketNo),
      )
      .executeTakeFirstOrThrow()
    check('each has their points once', Number(credited.count) === members, `${credited.count} credits`)
    checkAnswered(target, await flooding, [200, 503])
  },
}

export const fairnessAttacks: readonly Attack[] = [
  oneToken,
  manyAccounts,
  quotes,
  oddJson,
  junkSignIns,
  guessing,
  silentBodies,
  usedUp,
  concertsEnd,
]
