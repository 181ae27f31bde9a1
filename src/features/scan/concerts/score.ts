import type { Performance } from '#contract/content.ts'
import { dayOf, startOfMembershipYear } from '#contract/hongKong.ts'
import { inEachLanguage, type LocalizedText } from '#contract/language.ts'
import type { User } from '#contract/member/member.ts'
import { type ClaimedTicket, concertNames, type TicketInfo } from '#contract/scan/scan.ts'
import { accountTicketsOf } from '#src/features/scan/history/accountTickets.ts'
import { paidTicketsOf, takenBackTicketsOf } from '#src/features/scan/paidTickets.ts'
import { displayStatusOf } from '#src/features/scan/status/displayStatus.ts'
import { phaseOf } from '#src/features/scan/status/statusPhase.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'

/*
 * A member's concerts as music: a stave for each season, a note for each evening. A unit is a tenth of the space
 * between two lines; y is 0 on the highest line and grows downwards. A position counts lines and spaces from the lowest
 * line up.
 */

/** A ticket of the member's that gives points. */
interface OwnTicket {
  ticket: TicketInfo
  /** Its points are given; otherwise, they follow after the concert. */
  isGiven: boolean
  /** Its scan on this device, if it was scanned here. */
  scanId: string | null
}

/** A concert of the member's, with their tickets for it. */
export interface Evening {
  key: string
  /** ISO time. */
  startsAt: string
  isComing: boolean
  concert: LocalizedText
  /** Null if this device does not know the performance. */
  venue: LocalizedText | null
  /** In the order of their seats. */
  tickets: readonly OwnTicket[]
  /** In Hong Kong: `2026-09`. */
  month: string
}

/** A membership year in which the member has concerts, in their order. */
export interface Season {
  /** `2026/27` */
  years: string
  isOver: boolean
  evenings: readonly Evening[]
}

/**
 * The member's tickets that give points: those that the account tells of, and what this device has scanned and the
 * account does not tell yet. Not those that were returned.
 *
 * @param claimed the tickets that the member has claimed; undefined while this device has no answer
 */
export function ownTicketsOf(
  claimed: readonly ClaimedTicket[] | undefined,
  user: Pick<User, 'point_transactions'> | undefined,
  entries: readonly ScanEntry[],
): OwnTicket[] {
  const paidTickets = paidTicketsOf(user)
  const takenBackTickets = takenBackTicketsOf(user, claimed)
  const tickets = new Map<string, OwnTicket>()
  for (const { ticketNo, ticket, status } of accountTicketsOf(claimed, undefined, []))
    if (ticket)
      tickets.set(ticketNo, { ticket, isGiven: status === 'credited' || paidTickets.has(ticketNo), scanId: null })
  for (const entry of entries) {
    const status = displayStatusOf(entry, { paidTickets, takenBackTickets })
    if (entry.ticket === null || phaseOf(status) !== 'rewarded') continue
    const known = tickets.get(entry.ticket.ticket_no)
    const isGiven = status === 'credited' || known?.isGiven === true
    tickets.set(entry.ticket.ticket_no, { ticket: known?.ticket ?? entry.ticket, isGiven, scanId: entry.id })
  }
  return [...tickets.values()].filter(({ ticket }) => !takenBackTickets.has(ticket.ticket_no))
}

const timeOf = ({ performance_datetime: time }: TicketInfo) => Date.parse(time)

/** The seasons of some tickets, newest first. */
export function seasonsOf(tickets: readonly OwnTicket[], performances: readonly Performance[], now: number): Season[] {
  const concerts = grouped(
    tickets.filter(({ ticket }) => !Number.isNaN(timeOf(ticket))),
    ({ ticket }) => `${timeOf(ticket)} ${ticket.concert_name}`,
  )
  const evenings = [...concerts]
    .map(([key, own]) => eveningOf(key, own, performances, now))
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  const current = yearsOf(new Date(now))
  return [...grouped(evenings, ({ startsAt }) => yearsOf(new Date(startsAt)))]
    .map(([years, own]) => ({ years, isOver: years < current, evenings: own }))
    .toReversed()
}

/** Items by a key of theirs; each group has one. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function eveningOf(
  key: string,
  tickets: readonly [OwnTicket, ...OwnTicket[]],
  performances: readonly Performance[],
  now: number,
): Evening {
  const [{ ticket }] = tickets
  const time = timeOf(ticket)
  const performance = performances.find(
    ({ name, starts_at: start }) => Date.parse(start) === time && name.en === ticket.concert_name,
  )
  return {
    key,
    startsAt: new Date(time).toISOString(),
    isComing: time > now,
    concert: inEachLanguage((lang) => ticket[concertNames[lang]]),
    venue: performance?.venue ?? null,
    tickets: tickets.toSorted((one, other) =>
      one.ticket.seat.localeCompare(other.ticket.seat, undefined, { numeric: true }),
    ),
    month: dayOf(new Date(time)).slice(0, 7),
  }
}

/** The membership year of a moment: `2026/27`. */
function yearsOf(moment: Date): string {
  const year = Number(dayOf(startOfMembershipYear(moment)).slice(0, 4))
  return `${year}/${String(year + 1).slice(2)}`
}

/** Whether an evening is the first, and the last, of its month in the season. */
export function placeInMonth(evenings: readonly Evening[], index: number): { isFirst: boolean; isLast: boolean } {
  const month = evenings[index]?.month
  return { isFirst: evenings[index - 1]?.month !== month, isLast: evenings[index + 1]?.month !== month }
}

/** A head of a note. */
interface Head {
  position: number
  isOpen: boolean
}

/** The range of the heads: a ledger line below the stave, and one above it. */
const [lowest, middle, highest] = [-2, 4, 10]
/** Only so many fit into it. All tickets are in the words of their evening. */
const maxHeads = 5

/** Where a ticket’s head is: three positions higher for twice the points. */
function positionOf(points: number): number {
  const position = Math.floor(3 * Math.log2(Math.max(points, 1) / 200) + 0.5)
  return Math.min(highest, Math.max(lowest, position))
}

/** The heads of an evening, from the lowest: one for each ticket, at least a third apart. */
export function headsOf({ tickets, isComing }: Pick<Evening, 'tickets' | 'isComing'>): Head[] {
  const heads: Head[] = []
  const byPoints = tickets.toSorted((one, other) => one.ticket.points - other.ticket.points)
  for (const { ticket, isGiven } of byPoints.slice(-maxHeads)) {
    const third = (heads.at(-1)?.position ?? -Infinity) + 2
    heads.push({ position: Math.max(positionOf(ticket.points), third), isOpen: isComing || !isGiven })
  }
  const excess = Math.max(0, (heads.at(-1)?.position ?? 0) - highest)
  return heads.map(({ position, isOpen }) => ({ position: position - excess, isOpen }))
}

/** Whether the stem of some heads points up, which it does from the lower half of the stave. */
export function isStemUp(heads: readonly Head[]): boolean {
  return (heads[0]?.position ?? middle) + (heads.at(-1)?.position ?? middle) < 2 * middle
}

/** The space of a note: to the sides of it, and above and below the stave. */
export const noteBox = { left: -20, right: 20, top: -26, bottom: 70 } as const

/** The height of a position. */
const heightOf = (position: number) => 40 - 5 * position
const rounded = (value: number) => Math.round(value * 100) / 100

/** An ellipse around `[0, y]`. A hole in another one goes the other way round. */
function ellipse(
  y: number,
  [width, height, turn]: readonly [width: number, height: number, turn: number],
  isHole = false,
): string {
  const angle = (turn * Math.PI) / 180
  const [x, rise] = [rounded(width * Math.cos(angle)), rounded(width * Math.sin(angle))]
  const arc = `a${rounded(width)} ${rounded(height)} ${turn} 1 ${isHole ? 0 : 1}`
  return `M${-x} ${rounded(y - rise)}${arc} ${2 * x} ${2 * rise}${arc} ${-2 * x} ${-2 * rise}z`
}

const bar = (x: number, [from, to]: readonly [number, number], width: number) =>
  `M${rounded(x)} ${rounded(from)}h${width}V${rounded(to)}h${-width}z`

/** The note of an evening, as the path of an SVG around x = 0, to be filled. One that is to come is small. */
export function notePath(evening: Pick<Evening, 'tickets' | 'isComing'>): string {
  const heads = headsOf(evening)
  const size = evening.isComing ? 0.75 : 1
  const drawn = heads.map(({ position, isOpen }) => {
    const y = heightOf(position)
    const hole = isOpen ? ellipse(y, [5.2 * size, 2.4 * size, -32], true) : ''
    return ellipse(y, [6.2 * size, 4.3 * size, -20]) + hole
  })
  const low = heads[0]?.position ?? middle
  const high = heads.at(-1)?.position ?? middle
  const stem = isStemUp(heads)
    ? bar(5.9 * size - 1.2, [Math.max(heightOf(high) - 35 * size, noteBox.top + 4), heightOf(low) - 1.5], 1.2)
    : bar(-5.9 * size, [heightOf(high) + 1.5, Math.min(heightOf(low) + 35 * size, noteBox.bottom - 4)], 1.2)
  const ledgers = [lowest, highest].filter((line) => low <= line && line <= high)
  return [...drawn, stem, ...ledgers.map((line) => bar(-9, [heightOf(line) - 0.5, heightOf(line) + 0.5], 18))].join('')
}

/** The heights of the five lines. */
export const staveLines = [0, 10, 20, 30, 40] as const

/** A treble clef, 25 units wide, as the path of an SVG to be filled. */
export const clefPath =
  'M15.9 33.2c-.5 0-1.6-.5-2.3-1.1c-.8-.6-1.7-1.6-2.1-2.6c-.4-1.1-.7-2.6-.3-3.9c.4-1.2 1.4-2.9 2.6-3.7' +
  'c1.2-.8 3-1.4 4.5-1.2c1.4 .2 3.2 1.1 4.3 2.2c1.1 1.1 1.9 2.7 2.2 4.4c.3 1.6 0 3.7-.6 5.5' +
  'c-.6 1.8-1.9 3.9-3.2 5.2c-1.4 1.2-3.2 2-4.8 2.4c-1.7 .4-3.5 .4-5.2 0c-1.8-.3-3.7-1-5.2-2.1' +
  'c-1.4-1-2.8-2.5-3.7-4.2c-.8-1.7-1.4-3.7-1.4-5.7c-.1-2 .3-4.3 1-6.3c.8-2 2.2-3.9 3.5-5.7' +
  'c1.2-1.8 2.8-3.4 4.2-5c1.4-1.6 3-3 4.2-4.6c1.3-1.6 2.5-3.5 3.3-5c.8-1.5 1.4-2.9 1.8-4.2' +
  'c.4-1.3 .5-2.3 .5-3.7c0-1.3-.3-3.3-.6-4.4c-.3-1-.6-1.7-1-1.9c-.4-.2-.8 0-1.3 .7c-.5 .6-1.2 2-1.7 3.2' +
  'c-.4 1.3-.9 2.8-1.2 4.4c-.2 1.6-.5 3.2-.5 5.1c.1 1.9 .3 4 .6 6.3c.3 2.3 .7 4.8 1.1 7.4' +
  'c.4 2.6 .8 5.3 1.3 8.2c.4 2.8 .9 6.2 1.4 8.9c.4 2.7 .8 5.3 1.2 7.5c.3 2.1 .7 3.9 .8 5.7' +
  'c.1 1.7 .1 3.3-.2 4.8c-.3 1.5-.8 2.9-1.6 4c-.9 1.1-2 2.3-3.2 2.7c-1.2 .3-2.8-.1-3.8-.5' +
  'c-1-.4-1.9-1.3-2.4-1.9c-.5-.6-.6-1.5-.6-1.9c.1-.4 .7-.6 1-.4c.2 .2 .4 1.2 .8 1.6c.5 .4 1.1 .8 1.8 1' +
  'c.7 .3 1.8 .6 2.6 .3c.8-.2 1.8-1 2.4-1.9c.7-.9 1.2-2 1.5-3.3c.3-1.3 .4-2.8 .3-4.5c-.1-1.6-.5-3.3-.8-5.5' +
  'c-.3-2.2-.8-4.7-1.2-7.5c-.4-2.7-.9-6-1.4-8.9c-.5-2.8-1-5.6-1.4-8.2c-.5-2.6-.9-5-1.3-7.3' +
  'c-.3-2.4-.7-4.6-.7-6.6c-.1-2 0-3.8 .4-5.5c.3-1.7 .8-3.3 1.5-4.7c.6-1.3 1.5-2.7 2.3-3.5' +
  'c.8-.7 1.8-1.2 2.6-.9c.8 .2 1.7 1.2 2.4 2.4c.7 1.3 1.4 3.3 1.7 4.9c.3 1.6 .3 3-.1 4.6' +
  'c-.3 1.7-1.1 3.5-2 5.2c-.9 1.7-2.2 3.6-3.5 5.3c-1.4 1.7-3.1 3.3-4.4 5c-1.4 1.6-2.7 3.2-3.8 4.9' +
  'c-1.1 1.6-2.1 3.2-2.7 4.8c-.6 1.6-1 3.4-1 4.9c-.1 1.5 .1 3 .6 4.3c.5 1.4 1.2 2.8 2.3 3.8' +
  'c1 .9 2.6 1.7 4 2.1c1.4 .3 3 .3 4.3 0c1.4-.4 2.7-1.1 3.7-2.2c1-1.1 1.9-3 2.4-4.5c.4-1.4 .5-2.9 .3-4.1' +
  'c-.2-1.2-.8-2.3-1.5-3.1c-.7-.7-1.9-1.2-2.8-1.4c-.9-.1-1.7 0-2.4 .6c-.8 .5-1.8 1.6-2.2 2.5' +
  'c-.3 .8-.1 1.7 .1 2.4c.2 .8 .6 1.5 1.1 2.1c.6 .6 1.8 1.1 2.1 1.5c.2 .4-.1 .9-.6 .8zM6.6 51.6' +
  'a3.3 3.3 0 1 1 6.6 0a3.3 3.3 0 1 1-6.6 0z'
