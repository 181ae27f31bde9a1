import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { tiers } from '#contract/member/tiers.ts'
import { endpoints } from '#contract/index.ts'
import { youthStatuses } from '#contract/member/member.ts'
import { canonicalCode, readTicket, ticketAddress } from '#contract/scan/ticket.ts'
import { TicketKey } from '#contract/scan/ticketKey.ts'
import { transactionKinds } from '#contract/member/points.ts'
import { endOfMembershipYear, startOfMembershipYear, startOfNextMembershipYear } from '#contract/hongKong.ts'
import { checkPassword } from '#server/identity/passwords/passwords.ts'
import { programme, timesOf } from '#server/seed/programme.ts'
import { type DemoSeason, seedDemo } from '#server/seed/seed.ts'
import { audit } from '#server/services/audit.ts'
import { openStudentCard } from '#server/services/membership/studentCards.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { pointsOf } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signedInStaff, staffApi } from '#tests/support/staffApi.ts'
import { scanAndConfirm, type TestApi, testApi, testOrigin } from './testApi.ts'

const Manifest = v.array(
  v.object({ file: v.string(), ticket_no: v.string(), state: v.string(), code: v.string(), amount: v.number() }),
)

let api: TestApi
let dataDir: string
let season: DemoSeason
let tickets: v.InferOutput<typeof Manifest>
const now = new Date()

beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
  dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-season-'))
  await copyFile(join(api.dataDir, 'sealing.key'), join(dataDir, 'sealing.key'))
  const seeded = await seed()
  if (!seeded) throw new Error('An empty database was not seeded')
  season = seeded
  tickets = v.parse(Manifest, JSON.parse(await readFile(join(season.ticketsDir, 'tickets.json'), 'utf8')))
})
afterAll(async () => {
  await api.close()
  await rm(dataDir, { recursive: true })
})

const seed = (folder = dataDir) =>
  seedDemo({ db: api.db, dataDir: folder, now, claimWindowDays: 30, origin: testOrigin })

async function signInAs(name: string) {
  const email = `${name}@clubbravo.test`
  const member = await api.db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  return { ...member, token: await api.signIn(member.id) }
}

const ofState = (state: string) => tickets.filter((ticket) => ticket.state === state)

test('The season has at least 8 past concerts, one today and some to come, in three languages', async () => {
  const { body } = await api.call(endpoints.staticContents, {})
  const performances = v.parse(endpoints.staticContents.answer, body).performances
  const starts = performances.map(({ starts_at: start }) => new Date(start).getTime() - now.getTime())
  const day = 24 * 60 * 60 * 1000
  expect(starts.filter((away) => away < -3 * 60 * 60 * 1000).length).toBeGreaterThanOrEqual(8)
  expect(starts.filter((away) => Math.abs(away) < day).length).toBeGreaterThanOrEqual(1)
  expect(starts.filter((away) => away > day).length).toBeGreaterThanOrEqual(3)
  for (const { name, venue } of performances)
    for (const text of [name.tc, name.sc, venue.tc, venue.sc]) expect(text).toMatch(/\p{Script=Han}/u)
  const { body: lookUp } = await api.call(endpoints.instrumentList, {})
  expect(v.parse(endpoints.instrumentList.answer, lookUp).allInstrument.map(({ name }) => name.en)).toEqual([
    'Symphonic works',
    'Concertos',
    'Chamber music',
    'Pop music',
  ])
})

test('There are tickets of every state, each as a picture that decodes to its code', async () => {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  expect(season.counts).toEqual({
    claimable: 44,
    'other-outlet': 1,
    pending: 15,
    claimed: 26,
    expired: 5,
    unknown: 1,
    forged: 1,
  })
  expect(tickets).toHaveLength(93)
  for (const { file, code, state } of tickets) {
    expect(file).toContain(state)
    const picture = await readFile(join(season.ticketsDir, file))
    const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
    expect(found?.text).toBe(code)
  }
})

const isAddress = ({ code }: { code: string }) => code.startsWith(ticketAddress(testOrigin, ''))

test('Half of the signed tickets are addresses of the club, always the same ones, and the rest are bare', async () => {
  const signed = tickets.filter(({ state }) => state !== 'other-outlet')
  const addresses = signed.filter(isAddress)
  expect(Math.abs(addresses.length / signed.length - 0.5)).toBeLessThan(0.1)
  const claimable = ofState('claimable').filter(isAddress).length
  expect(claimable).toBeGreaterThan(10)
  expect(claimable).toBeLessThan(34)
  for (const { ticket_no: number, code, state } of tickets)
    expect(isAddress({ code })).toBe(state !== 'other-outlet' && /[02468]$/.test(number))
})

test('The printable sheet shows every ticket and loads nothing external; the PDF is valid', async () => {
  const sheet = await readFile(join(season.ticketsDir, 'tickets.html'), 'utf8')
  for (const { file, ticket_no: number } of tickets) {
    expect(sheet).toContain(`src="${file}"`)
    expect(sheet).toContain(number)
  }
  expect(sheet).not.toMatch(/https?:|<script/)
  const pdf = await readFile(join(season.ticketsDir, 'ticket.pdf'), 'latin1')
  expect(pdf).toMatch(/^%PDF-1\.4\n/)
  const table = Number(/startxref\n(\d+)\n/.exec(pdf)?.[1])
  expect(pdf.slice(table, table + 4)).toBe('xref')
})

test('Every ticket gets the response of its state', async () => {
  const { id, token } = await signInAs('newcomer')
  const answers: Record<string, string> = {
    claimable: 'success',
    'other-outlet': 'success',
    pending: 'pending',
    claimed: 'duplicated',
    expired: 'expired',
    unknown: 'not_found',
    forged: 'invalid',
  }
  let promised = 0
  for (const { state, code } of tickets) {
    const { status, ticket_info: ticket } = v.parse(
      endpoints.verifyTicket.answer,
      (await scanAndConfirm(api, token, code)).body,
    )
    expect(status).toBe(answers[state])
    if (status === 'success') promised += ticket?.points ?? 0
  }
  const prices = [...ofState('claimable'), ...ofState('other-outlet')].reduce((sum, { amount }) => sum + amount, 0)
  expect(await pointsOf(api.db, id)).toBe(promised)
  // Some of the concerts are in the season that gives more points.
  expect(promised).toBeGreaterThan(prices)
})

test('The forged ticket names the key of the club, and the phone can distinguish it from a real one', async () => {
  const { body } = await api.call(endpoints.staticContents, {})
  const keys = v.parse(v.array(TicketKey), body['ticket_keys'])
  const kinds = async (state: string) =>
    Promise.all(ofState(state).map(({ code }) => readTicket(canonicalCode(code, testOrigin), keys)))
  expect(await kinds('forged')).toEqual([{ kind: 'forged' }])
  expect((await kinds('unknown')).map(({ kind }) => kind)).toEqual(['signed'])
  expect((await kinds('other-outlet')).map(({ kind }) => kind)).toEqual(['foreign'])
  expect(new Set((await kinds('claimable')).map(({ kind }) => kind))).toEqual(new Set(['signed']))
})

test('Every demo member can sign in with the shared password, and their ledger adds up', async () => {
  for (const { email, tier } of season.accounts) {
    const account = await api.db
      .selectFrom('identity_accounts')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(await checkPassword(season.password, account.password_hash)).toBe(true)
    const { token, ...member } = await signInAs(email.split('@')[0] ?? '')
    expect(member).toMatchObject({ provider_subject: account.id, membership_tier: tier })
    const { body } = await api.call(endpoints.me, {}, { token })
    expect(body['user']).toMatchObject({ availablePoints: await pointsOf(api.db, member.id) })
  }
  expect((await signInAs('unverified')).email_verified).toBe(false)
  expect((await signInAs('newcomer')).is_profile_completed).toBe(false)
})

test('A demo member of every tier and every state of the young audience scheme exists, and one has sent a student card', async () => {
  const members = await api.db.selectFrom('members').select(['id', 'membership_tier', 'ya_status']).execute()
  expect(new Set(members.map(({ membership_tier: tier }) => tier))).toEqual(new Set(tiers))
  expect(new Set(members.map(({ ya_status: status }) => status))).toEqual(new Set(youthStatuses))
  const key = await readSealingKeys(dataDir)
  const waiting = members.find(({ ya_status: status }) => status === 'Pending Approval')
  expect(await openStudentCard(asStaff(api.serverDb), waiting?.id ?? '', key)).toMatchObject({
    kind: 'opened',
  })
})

test('Each page of staff has something that waits: an application, parcels, a conversion, a refund, guests', async () => {
  const staff = staffApi(api)
  const owner = await signedInStaff(api, ['owner'])
  const counts = { applications: 1, parcels: 2, conversions: 1, refunds: 1 }
  const today = await staff.call(endpoints.today, {}, owner)
  for (const [kind, count] of Object.entries(counts)) expect(today).toMatchObject({ [kind]: { count } })
  const { parcels } = await staff.call(endpoints.listParcels, { state: 'ordered' }, owner)
  const refNos = parcels.map(({ refNo }) => refNo)
  const { labels } = await staff.call(endpoints.parcelLabels, { refNos }, owner)
  expect(labels.map(({ lines }) => lines.length > 1)).toEqual([true, true])
  const { events } = await staff.call(endpoints.listEvents, {}, owner)
  expect(events.filter(({ registered }) => registered > 0)).toHaveLength(2)
})

async function renewalOf(name: string) {
  const { body } = await api.call(endpoints.me, {}, { token: (await signInAs(name)).token })
  const { renewal, tier_expiry_date: end } = v.parse(endpoints.me.answer, body).user.member_profile
  return { reason: renewal?.reason, tier: renewal?.tier, end }
}

test('A demo member exists for each way in which a membership year ends', async () => {
  const end = endOfMembershipYear(now).toISOString()
  const nextEnd = endOfMembershipYear(startOfNextMembershipYear(now)).toISOString()
  expect(await renewalOf('red.ends')).toEqual({ reason: 'ended', tier: 'Black', end })
  expect(await renewalOf('red.august')).toEqual({ reason: 'ended', tier: 'Black', end })
  expect(await renewalOf('red.ahead')).toEqual({ reason: 'valid', tier: 'Red', end: nextEnd })
  expect(await renewalOf('gold.ends')).toEqual({ reason: 'stepped_down', tier: 'Red', end })
  expect(await renewalOf('diamond')).toEqual({ reason: 'unlimited', tier: 'Diamond', end: null })
  // In the first weeks of a membership year, some of the season's concerts belong to the year before.
  const credited = Math.min(...programme.map((concert) => timesOf(concert, now).endsAt.getTime())) + 24 * 60 * 60 * 1000
  const renews = { reason: 'earned', tier: 'Gold' }
  const stepsDown = { reason: 'stepped_down', tier: 'Red' }
  expect(await renewalOf('gold')).toMatchObject(credited > startOfMembershipYear(now).getTime() ? renews : stepsDown)
})

test('The demo members have a long log with entries of every kind, and gauges at different places', async () => {
  const gold = await signInAs('gold')
  const { body } = await api.call(endpoints.pointTransactions, {}, { token: gold.token })
  expect(v.parse(endpoints.pointTransactions.answer, body).next).not.toBeNull()
  const entries = await api.db
    .selectFrom('point_transactions')
    .select('code')
    .where('member_id', '=', gold.id)
    .execute()
  const written = new Set(entries.map(({ code }) => code))
  const { expired: _none, ...kinds } = transactionKinds
  for (const codes of Object.values(kinds)) expect(codes.some((code) => written.has(code))).toBe(true)
  const { body: counts } = await api.call(endpoints.redeemedItemNumber, {}, { token: gold.token })
  expect(counts['redeemed_items']).not.toEqual([])
  const progress = async (name: string) =>
    (await api.call(endpoints.tierProgress, {}, { token: (await signInAs(name)).token })).body['upgrade_progress']
  expect(await progress('newcomer')).not.toEqual(await progress('red'))
  expect(await progress('red')).not.toEqual(await progress('gold'))
})

test('The season with a multiplier has given bonuses, and the patron is one ticket away from Gold', async () => {
  const { id } = await signInAs('basic')
  const bonuses = await api.db
    .selectFrom('ticket_bonuses')
    .innerJoin('point_transactions', 'point_transactions.id', 'ticket_bonuses.transaction_id')
    .select(['point_transactions.code', 'ticket_bonuses.factor'])
    .where('member_id', '=', id)
    .execute()
  expect(bonuses).toEqual([{ code: 'Scan ticket with bonus', factor: 1.5 }])
  const patron = await signInAs('patron')
  const { body } = await api.call(endpoints.tierProgress, {}, { token: patron.token })
  expect(body['upgrade_progress']).toMatchObject({
    ticketSpend: { reached: false, periods: [{ spent: 119_900, goal: 120_000 }, {}] },
  })
})

test('The used upgrade token and the demo member who has come back have their memberships: the books agree', async () => {
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Seeding again changes nothing, and rewrites the tickets only if they are missing or different', async () => {
  const before = await pointsOf(api.db, (await signInAs('gold')).id)
  await seed()
  const written = await stat(join(season.ticketsDir, 'tickets.json'))
  expect(await seed()).toMatchObject({ ticketsDir: season.ticketsDir, accounts: season.accounts })
  expect((await stat(join(season.ticketsDir, 'tickets.json'))).mtimeMs).toBe(written.mtimeMs)
  expect(await pointsOf(api.db, (await signInAs('gold')).id)).toBe(before)
  await writeFile(join(season.ticketsDir, 'tickets.json'), '[]')
  await seed()
  expect(await readFile(join(season.ticketsDir, 'tickets.json'), 'utf8')).toContain('ticket_no')
  await rm(season.ticketsDir, { recursive: true })
  await seed()
  expect((await readdir(season.ticketsDir)).filter((name) => name.endsWith('.png'))).toHaveLength(93)
})

test('A database with other data is not changed', async () => {
  const other = await testApi()
  try {
    await other.db
      .insertInto('performances')
      .values({ id: 'ours', name: '{}', venue: '{}', starts_at: now, ends_at: now })
      .execute()
    expect(
      await seedDemo({ db: other.db, dataDir: other.dataDir, now, claimWindowDays: 30, origin: testOrigin }),
    ).toBeNull()
    expect(await other.db.selectFrom('members').select('id').execute()).toEqual([])
    await expect(stat(join(other.dataDir, 'tickets'))).rejects.toThrow('ENOENT')
  } finally {
    await other.close()
  }
})
