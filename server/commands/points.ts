import type { Command } from 'commander'
import { type AdjustmentKind, adjustmentTypes, maxAdjustment } from '#contract/staff/members.ts'
import { lastDayBefore } from '#server/domain/hongKong.ts'
import { counted, formatFigure } from '#server/domain/figures.ts'
import { type Adjusted, adjustPoints } from '#server/services/points/pointAdjustments.ts'
import { type Returned, returnTicket } from '#server/services/tickets/returnedTickets.ts'
import { CommandError, dryRun, examples, memberArgument, nonEmpty, wasDryRun } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

function pointsOf(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0)
    throw new CommandError(`POINTS must be a whole number above 0 in digits, and is "${text}".`)
  const points = Number(text)
  if (points > maxAdjustment)
    throw new CommandError(`POINTS must be at most ${formatFigure(maxAdjustment)}, and is ${text}.`)
  return points
}

function typeOf(kind: AdjustmentKind, wanted: string | undefined) {
  const types = adjustmentTypes[kind]
  if (wanted === undefined) return types[0]
  const type = types.find((one) => one.toLowerCase() === wanted.toLowerCase())
  if (type === undefined) throw new CommandError(`--type must be one of: ${types.join(', ')}. It is "${wanted}".`)
  return type
}

const done = { grant: ['Given to', 'Would be given to'], revoke: ['Taken from', 'Would be taken from'] } as const

const expiryText = (expiresAt: Date | null) =>
  expiresAt === null ? 'never to expire' : `until the end of ${lastDayBefore(expiresAt)}`

function describe(kind: AdjustmentKind, adjusted: Extract<Adjusted, { kind: 'adjusted' }>, isDryRun: boolean) {
  const { member, before, after, parts } = adjusted
  const who = [member.member_no, member.email].filter(Boolean).join(', ')
  return [
    ...parts.map(
      ({ points, expiresAt }) =>
        `${done[kind][isDryRun ? 1 : 0]} ${who}: ${counted(points, 'point')} ${expiryText(expiresAt)}.`,
    ),
    `Balance: ${counted(before, 'point')} before, ${counted(after, 'point')} after.`,
    ...(isDryRun ? [wasDryRun] : []),
  ]
}

interface Options {
  reason: string
  type?: string
  dryRun?: boolean
}

async function adjust(kind: AdjustmentKind, member: string, given: string, options: Options): Promise<void> {
  const { reason, dryRun: isDryRun = false } = options
  const [points, type] = [pointsOf(given), typeOf(kind, options.type)]
  return withDatabase(async (db, { pointsExpiryMonths }) => {
    const wanted = { kind, member, points, type, reason, pointsExpiryMonths, isDryRun, now: new Date() }
    const adjusted = await adjustPoints(db, wanted)
    switch (adjusted.kind) {
      case 'unknown_member':
        throw new CommandError(`There is no member ${member}.`)
      case 'closed':
        throw new CommandError(`The account of ${member} is closed: see npm run club -- closures.`)
      case 'short':
        throw new CommandError(
          `${member} has ${counted(adjusted.available, 'point')}: ${formatFigure(points)} can’t be taken. Nothing was changed.`,
        )
      case 'repeated':
        console.log(`This was done before, at ${adjusted.at.toISOString()}: nothing was changed.`)
        console.log('If it is due once more, give another --reason.')
        return true
      case 'adjusted':
        for (const line of describe(kind, adjusted, isDryRun)) console.log(line)
        return true
    }
  })
}

function describeReturn(returned: Extract<Returned, { kind: 'returned' }>, isDryRun: boolean): string[] {
  const { member, wasPending, given, taken, before, after } = returned
  const who = [member.member_no, member.email].filter(Boolean).join(', ')
  return [
    `${done.revoke[isDryRun ? 1 : 0]} ${who}: ${counted(taken, 'point')} of ${formatFigure(given)}.`,
    ...(wasPending ? ['They were pending: settlement gives none for this ticket any more.'] : []),
    ...(taken < given ? ['The others have been spent. Even so, the ticket no longer counts.'] : []),
    `Balance: ${counted(before, 'point')} before, ${counted(after, 'point')} after.`,
    ...(isDryRun ? [wasDryRun] : []),
  ]
}

function returnOne(ticketNo: string, { reason, dryRun: isDryRun = false }: Options): Promise<void> {
  return withDatabase(async (db) => {
    const returned = await returnTicket(db, { ticketNo, reason, isDryRun, now: new Date() })
    switch (returned.kind) {
      case 'unknown_ticket':
        throw new CommandError(`There is no ticket ${ticketNo}.`)
      case 'voided':
        console.log(`Nobody had claimed the ticket ${ticketNo}: ${isDryRun ? 'nobody could' : 'nobody can'} any more.`)
        if (isDryRun) console.log(wasDryRun)
        return true
      case 'closed':
        throw new CommandError(`The account of its member is closed: see npm run club -- closures.`)
      case 'repeated':
        console.log(`This was done before, at ${returned.at.toISOString()}: nothing was changed.`)
        return true
      case 'returned':
        for (const line of describeReturn(returned, isDryRun)) console.log(line)
        return true
    }
  })
}

function addAdjustment(points: Command, kind: AdjustmentKind, about: string): void {
  points
    .command(kind)
    .description(`${about}; the same words again do nothing`)
    .argument(...memberArgument)
    .argument('<POINTS>', 'a whole number', nonEmpty)
    .requiredOption('--reason <TEXT>', 'stands in the ledger; a second adjustment needs one of its own', nonEmpty)
    .option('--type <TYPE>', `one of: ${adjustmentTypes[kind].join(', ')}`, nonEmpty)
    .option(...dryRun)
    .addHelpText('after', examples(`points ${kind} chris.wong@example.com 500 --reason "Competition of May" --dry-run`))
    .action((member: string, given: string, options: Options) => adjust(kind, member, given, options))
}

/** An adjustment stays in the ledger for good: a mistake is put right by another one. */
export function addPoints(program: Command): void {
  const points = program.command('points').description('entries of the ledger with a reason')
  addAdjustment(points, 'grant', 'gives points to a member')
  addAdjustment(points, 'revoke', 'takes points from a member, those that expire first before others')
  points
    .command('return')
    .description(
      'takes back what a returned ticket and its bonuses have given; it no longer counts as spend, nor can it be claimed',
    )
    .argument('<TICKET>', 'the ticket’s number', nonEmpty)
    .requiredOption('--reason <TEXT>', 'stands in the ledger', nonEmpty)
    .option(...dryRun)
    .addHelpText('after', examples('points return CB-0001234 --reason "Given back at the box office"'))
    .action(returnOne)
}
