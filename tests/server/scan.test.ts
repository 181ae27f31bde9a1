import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { sha256 } from '#server/store/hash.ts'
import { creditsOf, newMember, pointsOf, ticketPointsOf } from '#tests/support/members.ts'
import {
  claimFor,
  forgedTicket,
  type IssuedTicket,
  issueTicket,
  issueTickets,
  unknownKeyTicket,
  unknownTicket,
} from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi, testOrigin } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember(options: Parameters<typeof newMember>[1] = {}, club = api) {
  const member = await newMember(club.db, options)
  return { ...member, token: await club.signIn(member.id) }
}

const scan = (token: string, qrcode: string) => api.call(endpoints.scanTicket, { qrcode }, { token })
const verify = (token: string, ticket: Pick<IssuedTicket, 'ticketNo'>) =>
  api.call(endpoints.verifyTicket, { ticket_info: { ticket_no: ticket.ticketNo } }, { token })

test('A ticket is found when it is scanned, and gives its points on confirmation', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db)
  const found = await scan(member.token, ticket.code)
  expect(found.body).toEqual({
    status: 'found',
    ticket_info: {
      ticket_no: ticket.ticketNo,
      concert_name: ticket.concert,
      tc_concert_name: ticket.concert.replace('Concert', '音樂會'),
      sc_concert_name: ticket.concert.replace('Concert', '音乐会'),
      performance_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      seat: ticket.seat,
      amount: ticket.amount,
      points: ticket.amount,
    },
  })
  expect(await pointsOf(api.db, member.id)).toBe(0)
  const credited = await verify(member.token, ticket)
  expect(credited.body).toEqual({ status: 'success', ticket_info: found.body['ticket_info'] })
  expect(await pointsOf(api.db, member.id)).toBe(ticket.amount)
})

test('A ticket is one ticket, as an address of the club and bare', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db)
  const credited = await scanAndConfirm(api, member.token, ticketAddress(testOrigin, ticket.code))
  expect(credited.body['status']).toBe('success')
  const again = await scan(member.token, ticket.code)
  expect(again.body).toMatchObject({ status: 'duplicated', ticket_info: { ticket_no: ticket.ticketNo } })
  expect(await pointsOf(api.db, member.id)).toBe(ticket.amount)
})

test('A ticket in an address of another origin is refused, and still worth its points where it belongs', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db)
  const refused = await scan(member.token, ticketAddress('https://club.example', ticket.code))
  expect(refused.body).toEqual({ status: 'invalid', ticket_info: null })
  expect((await scan(member.token, ticket.code)).body['status']).toBe('found')
})

test('A ticket that the member has already claimed is duplicated, and still described to them', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db)
  await scanAndConfirm(api, member.token, ticket.code)
  for (const again of [await scan(member.token, ticket.code), await verify(member.token, ticket)]) {
    expect(again.body).toMatchObject({ status: 'duplicated', ticket_info: { ticket_no: ticket.ticketNo } })
  }
  expect(await creditsOf(api.db, ticket.ticketNo)).toBe(1)
})

test("Another member's ticket is duplicated, without any details", async () => {
  const [first, second] = [await signedInMember(), await signedInMember()]
  const ticket = await issueTicket(api.db)
  const seenInTime = await scan(second.token, ticket.code)
  expect(seenInTime.body['status']).toBe('found')
  await scanAndConfirm(api, first.token, ticket.code)
  for (const refused of [await scan(second.token, ticket.code), await verify(second.token, ticket)]) {
    expect(refused.body).toEqual({ status: 'duplicated', ticket_info: null })
  }
  expect(await pointsOf(api.db, second.id)).toBe(0)
})

test('A ticket of a performance that is not settled is claimed at the first call, and stays pending', async () => {
  const [owner, other] = [await signedInMember(), await signedInMember()]
  const ticket = await issueTicket(api.db, 'pending')
  const answers = [
    await scan(owner.token, ticket.code),
    await scan(owner.token, ticket.code),
    await verify(owner.token, ticket),
  ]
  for (const { body } of answers)
    expect(body).toMatchObject({ status: 'pending', ticket_info: { ticket_no: ticket.ticketNo } })
  expect((await scan(other.token, ticket.code)).body).toEqual({ status: 'duplicated', ticket_info: null })
  expect(await pointsOf(api.db, owner.id)).toBe(0)
})

test('A ticket past its claim window is expired, and gives no points', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db, 'expired')
  expect((await scan(member.token, ticket.code)).body).toEqual({ status: 'expired', ticket_info: null })
  expect((await verify(member.token, ticket)).body).toEqual({ status: 'not_found', ticket_info: null })
})

test('A ticket that is found within the claim window and confirmed after it gives its points', async () => {
  const [member, late] = [await signedInMember(), await signedInMember()]
  const [seen, unseen] = [await issueTicket(api.db), await issueTicket(api.db)]
  const day = 24 * 60 * 60 * 1000
  const after = (days: number) => new Date(Date.now() + days * day)
  await api.db
    .updateTable('sessions')
    .set({ expires_at: after(40) })
    .execute()
  onTestFinished(() => api.setTime(null))
  api.setTime(after(28))
  expect((await scan(member.token, seen.code)).body['status']).toBe('found')
  // The window ends with a day in Hong Kong: 31 days after a performance of yesterday or, late in the evening, of
  // today.
  api.setTime(after(31))
  expect((await scan(late.token, seen.code)).body['status']).toBe('expired')
  expect((await scan(member.token, seen.code)).body['status']).toBe('found')
  expect((await verify(member.token, seen)).body['status']).toBe('success')
  expect(await pointsOf(api.db, member.id)).toBe(seen.amount)
  expect((await scan(member.token, unseen.code)).body['status']).toBe('expired')
  expect((await verify(member.token, unseen)).body['status']).toBe('not_found')
})

test("A member's own claim is known by its number, even if the scan that found it is not", async () => {
  const [member, other] = [await signedInMember(), await signedInMember()]
  const ticket = await issueTicket(api.db)
  await claimFor(api.db, ticket, member.id)
  expect((await verify(member.token, ticket)).body).toMatchObject({
    status: 'duplicated',
    ticket_info: { points: ticket.amount },
  })
  expect((await verify(other.token, ticket)).body).toEqual({ status: 'not_found', ticket_info: null })
})

test('Forged tickets and tickets with unknown keys are invalid', async () => {
  const { token } = await signedInMember()
  for (const code of [await forgedTicket(api.db), unknownKeyTicket()])
    expect((await scan(token, code)).body).toEqual({ status: 'invalid', ticket_info: null })
  const [head, claims, signature] = (await issueTicket(api.db)).code.split('.')
  const tampered = Buffer.from(claims ?? '', 'base64url')
    .toString()
    .replace(/"a":\d+/, '"a":999999')
  const code = [head, Buffer.from(tampered).toString('base64url'), signature].join('.')
  expect((await scan(token, code)).body).toEqual({ status: 'invalid', ticket_info: null })
})

test('A correctly signed ticket that was never sold is not found, nor are opaque codes of other outlets', async () => {
  const { token } = await signedInMember()
  const codes = ['🎻🎶', 'OTHER-OUTLET-1', 'a.b.c', '{}', '1'.repeat(2048)]
  for (const code of [await unknownTicket(api.db), ...codes])
    expect((await scan(token, code)).body).toEqual({ status: 'not_found', ticket_info: null })
})

test('A text that cannot be a ticket code is invalid', async () => {
  const { token } = await signedInMember()
  for (const code of ['https://example.com/x?y=1', '\u0000binary\u0001', ' ', 'two words', 'WIFI:S:foyer;;'])
    expect((await scan(token, code)).body).toEqual({ status: 'invalid', ticket_info: null })
})

test("Another outlet's opaque code works like a signed ticket, once the club knows it", async () => {
  const member = await signedInMember()
  const sold = await issueTicket(api.db)
  const code = `OUTLET/${randomUUID()}`
  await api.db
    .updateTable('tickets')
    .set({ code, code_hash: sha256(code) })
    .where('ticket_no', '=', sold.ticketNo)
    .execute()
  expect((await scanAndConfirm(api, member.token, code)).body['status']).toBe('success')
  expect(await pointsOf(api.db, member.id)).toBe(sold.amount)
})

test('No member can claim a ticket by its number without having scanned its code', async () => {
  const [guesser, holder] = [await signedInMember(), await signedInMember()]
  const ticket = await issueTicket(api.db)
  await scan(holder.token, ticket.code)
  expect((await verify(guesser.token, ticket)).body).toEqual({ status: 'not_found', ticket_info: null })
  expect((await verify(holder.token, ticket)).body['status']).toBe('success')
})

test('The server trusts nothing in the posted ticket except its number', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db)
  await scan(member.token, ticket.code)
  const boasted = { ticket_no: ticket.ticketNo, amount: 1_000_000, points: 1_000_000, seat: 'Royal box' }
  const { body } = await api.call(endpoints.verifyTicket, { ticket_info: boasted }, { token: member.token })
  expect(body).toMatchObject({ status: 'success', ticket_info: { points: ticket.amount, seat: ticket.seat } })
  expect(await pointsOf(api.db, member.id)).toBe(ticket.amount)
})

test('A member whose address is not verified can neither scan nor claim', async () => {
  const { token } = await signedInMember({ verified: false })
  const ticket = await issueTicket(api.db)
  for (const refused of [await scan(token, ticket.code), await verify(token, ticket)])
    expect(refused).toMatchObject({ status: 403, body: { message: 'please verify email' } })
  expect(await creditsOf(api.db, ticket.ticketNo)).toBe(0)
})

test('A free ticket is credited with no points, once', async () => {
  const member = await signedInMember()
  const ticket = await issueTicket(api.db)
  await api.db.updateTable('tickets').set({ amount: 0.5 }).where('ticket_no', '=', ticket.ticketNo).execute()
  expect((await scanAndConfirm(api, member.token, ticket.code)).body['status']).toBe('success')
  expect(await pointsOf(api.db, member.id)).toBe(0)
  expect(await creditsOf(api.db, ticket.ticketNo)).toBe(1)
})

test('50 members claim one ticket at once: one gets it, and 49 get duplicated', async () => {
  const members = await Promise.all(Array.from({ length: 50 }, () => signedInMember()))
  const [settled, unsettled] = [await issueTicket(api.db), await issueTicket(api.db, 'pending')]
  for (const [ticket, won] of [
    [settled, 'success'],
    [unsettled, 'pending'],
  ] as const) {
    const answers = await Promise.all(members.map(({ token }) => scanAndConfirm(api, token, ticket.code)))
    const statuses = answers.map(({ body }) => body['status'])
    expect(statuses.filter((status) => status === won)).toHaveLength(1)
    expect(statuses.filter((status) => status === 'duplicated')).toHaveLength(49)
  }
  const points = await Promise.all(members.map(({ id }) => pointsOf(api.db, id)))
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(settled.amount)
})

test('100 tickets, each claimed by 50 copies of the call at once, give exactly 100 credits', async () => {
  // The other tests cover refused transactions; here they would only double the time.
  const plain = await testApi({ refusesTransactions: false })
  onTestFinished(plain.close)
  const members = await Promise.all(Array.from({ length: 5 }, () => signedInMember({}, plain)))
  const tickets = await issueTickets(plain.db, { count: 100 })
  for (const { code: qrcode } of tickets)
    await Promise.all(members.map(({ token }) => plain.call(endpoints.scanTicket, { qrcode }, { token })))
  for (const ticket of tickets) {
    // Ten copies for each member: a phone repeats a call under its own key, and a second phone has another one.
    const copies = members.flatMap((member) => {
      const keys = [randomUUID(), randomUUID()]
      return Array.from({ length: 10 }, (_, copy) => ({ token: member.token, key: keys[copy % 2] ?? '' }))
    })
    const request = { ticket_info: { ticket_no: ticket.ticketNo } }
    await Promise.all(copies.map((copy) => plain.call(endpoints.verifyTicket, request, copy)))
  }
  const credits = await Promise.all(tickets.map(({ ticketNo }) => creditsOf(plain.db, ticketNo)))
  expect(credits).toEqual(tickets.map(() => 1))
  const points = await Promise.all(members.map(({ id }) => ticketPointsOf(plain.db, id)))
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(tickets.reduce((sum, { amount }) => sum + amount, 0))
})
