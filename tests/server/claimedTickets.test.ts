import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { claimedTicketsPage } from '#contract/scan/scan.ts'
import { endpoints } from '#contract/index.ts'
import { newMember } from '#tests/support/members.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function claimedTickets(token: string, before?: unknown) {
  const path = pathOf(endpoints.claimedTickets, 'club-bravo')
  const query = typeof before === 'string' ? `?before=${encodeURIComponent(before)}` : ''
  return (await api.send(path + query, { headers: { Authorization: `Bearer ${token}` } })).body
}

test('Members see the tickets that they have claimed, the newest first, and nobody else’s', async () => {
  const [member, other] = [await newMember(api.db), await newMember(api.db)]
  const token = await api.signIn(member.id)
  const [found, pending, unconfirmed] = [
    await issueTicket(api.db),
    await issueTicket(api.db, 'pending'),
    await issueTicket(api.db),
  ]
  await scanAndConfirm(api, token, found.code)
  await api.call(endpoints.scanTicket, { qrcode: pending.code }, { token })
  await api.call(endpoints.scanTicket, { qrcode: unconfirmed.code }, { token })
  const ticketOf = ({ ticketNo, concert, seat, amount }: typeof found) =>
    expect.objectContaining({ ticket_no: ticketNo, concert_name: concert, seat, points: amount })
  const claimed_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const claim = { claimed_at, returned_at: null }
  expect(await claimedTickets(token)).toEqual({
    tickets: [
      { status: 'pending', ...claim, ticket_info: ticketOf(pending) },
      { status: 'success', ...claim, ticket_info: ticketOf(found) },
    ],
    next: null,
  })
  expect(await claimedTickets(await api.signIn(other.id))).toEqual({ tickets: [], next: null })
})

test('A long list is read page by page, and each ticket once', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const tickets = await issueTickets(api.db, { outlook: 'pending', count: claimedTicketsPage + 1 })
  const [claimed_at, seen_at] = [new Date(), new Date()]
  const keys = tickets.map(({ ticketNo }) => ({ ticket_no: ticketNo, member_id: member.id }))
  await api.db
    .insertInto('ticket_sightings')
    .values(keys.map((key) => ({ ...key, seen_at })))
    .execute()
  await api.db
    .insertInto('ticket_claims')
    .values(keys.map((key) => ({ ...key, claimed_at })))
    .execute()
  const first = await claimedTickets(token)
  const second = await claimedTickets(token, first['next'])
  expect(first['tickets']).toHaveLength(claimedTicketsPage)
  expect(second).toMatchObject({ tickets: [{ status: 'pending' }], next: null })
  for (const { ticket_no } of keys)
    expect(JSON.stringify([first['tickets'], second['tickets']]).split(`"${ticket_no}"`)).toHaveLength(2)
})
