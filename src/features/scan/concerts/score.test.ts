import { afterEach, expect, it } from 'vitest'
import type { ClaimedTicket, TicketInfo } from '#contract/scan/scan.ts'
import { capturedEntry, type ScanEntry } from '#src/outbox/entry.ts'
import { userOf } from '#tests/support/profile.ts'
import { ticketInfoOf } from '#tests/support/ticketInfo.ts'
import { headsOf, isStemUp, notePath, ownTicketsOf, placeInMonth, seasonsOf } from './score.ts'
import { gridOf } from './seasonPicture.ts'

const zoneBefore = process.env['TZ']
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const now = Date.parse('2026-11-30T04:00:00Z')

const ticketOf = (ticketNo: string, startsAt: string, own: Partial<TicketInfo> = {}): TicketInfo => ({
  ...ticketInfoOf(ticketNo),
  performance_datetime: startsAt,
  ...own,
})
const claimOf = (ticket: TicketInfo, own: Partial<ClaimedTicket> = {}): ClaimedTicket => ({
  status: 'success',
  claimed_at: '2026-09-20T15:00:00Z',
  returned_at: null,
  ticket_info: ticket,
  ...own,
})
const scanOf = (ticket: TicketInfo, own: Partial<ScanEntry> = {}): ScanEntry => ({
  ...capturedEntry({ id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: 'm1', code: 'c', capturedAt: 1 }),
  state: 'credited',
  ticket,
  ...own,
})
const entryOf = (ticketNo: string, description: 'Scan ticket' | 'Return/Refund/Exchange', delta: number) => ({
  id: `${ticketNo} ${description}`,
  created_at: '2026-10-02T00:00:00Z',
  description,
  delta_balance: delta,
  ticket_no: ticketNo,
})
const seasonsFrom = (...tickets: TicketInfo[]) =>
  seasonsOf(
    ownTicketsOf(
      tickets.map((ticket) => claimOf(ticket)),
      undefined,
      [],
    ),
    [],
    now,
  )
const ticketWith = (points: number, isGiven = true) => ({
  ticket: { ...ticketInfoOf(`T-${points}`), points },
  isGiven,
  scanId: null,
})
const chordOf = (...points: number[]) => headsOf({ tickets: points.map((one) => ticketWith(one)), isComing: false })
const positionsOf = (...points: number[]) => chordOf(...points).map(({ position }) => position)

it('Evenings stand in the order of the concerts, seasons newest first, whatever the order of the claims', () => {
  const seasons = seasonsFrom(
    ticketOf('T-3', '2026-10-09T12:00:00Z'),
    ticketOf('T-1', '2025-09-12T12:00:00Z'),
    ticketOf('T-2', '2026-09-19T12:00:00Z'),
    ticketOf('T-0', 'soon'),
  )
  expect(seasons.map(({ years, isOver, evenings }) => [years, isOver, evenings.map(({ month }) => month)])).toEqual([
    ['2026/27', false, ['2026-09', '2026-10']],
    ['2025/26', true, ['2025-09']],
  ])
})

it('A season begins with 1 September in Hong Kong, wherever the phone is', () => {
  for (const zone of ['Asia/Hong_Kong', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
    process.env['TZ'] = zone
    const [current, last] = seasonsFrom(
      ticketOf('T-1', '2026-08-31T15:59:59Z'),
      ticketOf('T-2', '2026-09-01T00:00:00+08:00'),
    )
    expect([last?.years, last?.evenings.map(({ month }) => month)], `in ${zone}`).toEqual(['2025/26', ['2026-08']])
    expect([current?.years, current?.evenings.map(({ month }) => month)], `in ${zone}`).toEqual([
      '2026/27',
      ['2026-09'],
    ])
  }
})

it('Tickets of one concert are one evening, in the order of their seats; two concerts of a day are two', () => {
  const [season] = seasonsFrom(
    ticketOf('T-1', '2026-10-10T12:00:00Z', { seat: 'Stalls A10' }),
    ticketOf('T-2', '2026-10-10T12:00:00Z', { seat: 'Stalls A9' }),
    ticketOf('T-3', '2026-10-10T07:00:00Z', { seat: 'Balcony B1' }),
    ticketOf('T-4', '2026-10-10T12:00:00Z', { concert_name: 'Elsewhere', seat: 'A1' }),
  )
  expect(season?.evenings.map(({ tickets }) => tickets.map(({ ticket }) => ticket.seat))).toEqual([
    ['Balcony B1'],
    ['Stalls A9', 'Stalls A10'],
    ['A1'],
  ])
})

it('The hall is that of the performance of the same name and time', () => {
  const name = { en: 'Mahler 2', tc: '馬勒第二', sc: '马勒第二' }
  const venue = { en: 'Concert Hall', tc: '音樂廳', sc: '音乐厅' }
  const performances = [
    { id: 'p1', name: { ...name, en: 'Another' }, venue: name, starts_at: '2026-10-10T20:00:00+08:00' },
    { id: 'p2', name, venue, starts_at: '2026-10-10T20:00:00+08:00' },
  ]
  const venueOf = (startsAt: string) =>
    seasonsOf(ownTicketsOf([claimOf(ticketOf('T-1', startsAt))], undefined, []), performances, now)[0]?.evenings[0]
      ?.venue
  expect(venueOf('2026-10-10T12:00:00Z')).toEqual(venue)
  expect(venueOf('2026-10-11T12:00:00Z')).toBeNull()
})

it('A scan of this device that the account does not tell yet is among the tickets, and each ticket is there once', () => {
  const [one, two, three] = [1, 2, 3].map((day) => ticketOf(`T-${day}`, `2026-10-0${day}T12:00:00Z`))
  if (!one || !two || !three) throw new Error('Three tickets')
  const entries = [
    scanOf(one, { id: 'one' }),
    scanOf(two, { id: 'two', state: 'pending' }),
    scanOf(three, { state: 'scanned', confirmed: true }),
    scanOf(three, { state: 'refused', reason: 'expired' }),
  ]
  const known = [claimOf(one, { status: 'pending' })]
  expect(ownTicketsOf(known, undefined, entries)).toEqual([
    { ticket: one, isGiven: true, scanId: 'one' },
    { ticket: two, isGiven: false, scanId: 'two' },
  ])
  expect(ownTicketsOf(undefined, undefined, entries)).toHaveLength(2)
})

it('A pending ticket whose points are in the ledger has them, and a returned one is no note', () => {
  const [paid, returned, takenBack] = ['T-1', 'T-2', 'T-3'].map((no) => ticketOf(no, '2026-10-01T12:00:00Z'))
  if (!paid || !returned || !takenBack) throw new Error('Three tickets')
  const user = {
    ...userOf(),
    point_transactions: [entryOf('T-1', 'Scan ticket', 300), entryOf('T-3', 'Return/Refund/Exchange', -300)],
  }
  const claimed = [
    claimOf(paid, { status: 'pending' }),
    claimOf(returned, { returned_at: '2026-10-02T00:00:00Z' }),
    claimOf(takenBack),
  ]
  expect(ownTicketsOf(claimed, user, [scanOf(returned), scanOf(takenBack)])).toEqual([
    { ticket: paid, isGiven: true, scanId: null },
  ])
})

it('The more points, the higher the note, between a ledger line below and one above the stave', () => {
  const positions = [0, 180, 280, 380, 480, 680, 880, 1080, 30_000].flatMap((points) => positionsOf(points))
  expect(positions).toEqual([-2, 0, 1, 3, 4, 5, 6, 7, 10])
  expect(isStemUp(chordOf(380))).toBe(true)
  expect(isStemUp(chordOf(480))).toBe(false)
})

it('The tickets of an evening are heads on one stem, a third apart or more, five at most', () => {
  expect(positionsOf(680, 280)).toEqual([1, 5])
  expect(positionsOf(380, 380, 380)).toEqual([3, 5, 7])
  expect(positionsOf(1080, 1080, 1080)).toEqual([6, 8, 10])
  expect(positionsOf(...Array<number>(9).fill(2000))).toEqual([2, 4, 6, 8, 10])
  expect(notePath({ tickets: [ticketWith(300), ticketWith(600)], isComing: false }).match(/M/g)).toHaveLength(3)
})

it('A head is open until its points are given, and small before the concert', () => {
  const tickets = [ticketWith(300), ticketWith(600, false)]
  expect(headsOf({ tickets, isComing: false }).map(({ isOpen }) => isOpen)).toEqual([false, true])
  expect(headsOf({ tickets, isComing: true }).map(({ isOpen }) => isOpen)).toEqual([true, true])
  const [played, coming] = [false, true].map((isComing) => notePath({ tickets: [ticketWith(600, false)], isComing }))
  expect(played).toContain('a6.2 4.3')
  expect(coming).toContain('a4.65 3.22')
})

it('Bars stand between months, which the same month of another season does not join', () => {
  const [season] = seasonsFrom(
    ticketOf('T-1', '2026-09-30T15:00:00Z'),
    ticketOf('T-2', '2026-09-30T17:00:00Z'),
    ticketOf('T-3', '2026-10-09T12:00:00Z'),
  )
  const evenings = season?.evenings ?? []
  expect(evenings.map((_, index) => placeInMonth(evenings, index))).toEqual([
    { isFirst: true, isLast: true },
    { isFirst: true, isLast: false },
    { isFirst: false, isLast: true },
  ])
})

it('A season of any length fits its picture', () => {
  for (const notes of [1, 4, 8, 16, 40, 120]) {
    const { perSystem, systems, unit } = gridOf(notes)
    expect(perSystem * systems).toBeGreaterThanOrEqual(notes)
    expect(unit * systems * 120).toBeLessThanOrEqual(710)
    expect(unit * (36 + perSystem * 32)).toBeLessThanOrEqual(888.001)
    expect(unit, `${notes} notes`).toBeGreaterThan(1)
  }
})
