import type { Command } from 'commander'
import { basicTier, type HigherTier, tierTable } from '#contract/member/tiers.ts'
import { keysOf } from '#contract/keysOf.ts'
import { counted } from '#server/domain/figures.ts'
import { lastDayBefore } from '#server/domain/hongKong.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { endInvitation, inviteToTier } from '#server/services/membership/invitations.ts'
import { type ReportTable, reportOnMember } from '#server/services/membership/memberReport.ts'
import { CommandError, examples, memberArgument, nonEmpty } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

/** The rows of a table below its heading, with columns of equal width; `none` where there are no rows. */
function linesOf({ heading, columns, rows }: ReportTable): string[] {
  if (rows.length === 0) return ['', `${heading}: none`]
  const widths = columns.map((name, at) =>
    Math.max(...[columns, ...rows].map((row) => (row[at] ?? '').length), name.length),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return ['', `${heading}:`, ...[columns, ...rows].map((row) => `  ${line(row)}`)]
}

function show(reference: string): Promise<void> {
  return withDatabase(async (db) => {
    const report = await reportOnMember(db, reference, new Date())
    if (report === null) throw new CommandError(`There is no member ${reference}.`)
    for (const [name, value] of report.facts) console.log(`${name}: ${value}`)
    for (const table of report.tables) for (const line of linesOf(table)) console.log(line)
    const { compared, differences } = report.audit
    for (const difference of differences) console.error(difference)
    const { entries, buckets, claims, payments } = compared
    console.log(
      `\n${counted(differences.length, 'difference')}. Compared: entries ${entries}, buckets ${buckets}, credited claims ${claims}, payments ${payments}.`,
    )
    return differences.length === 0
  })
}

const givable = keysOf(tierTable).filter((tier): tier is HigherTier => tier !== basicTier)

const until = (end: Date | null) => (end === null ? 'without an end' : `until the end of ${lastDayBefore(end)}`)

function giveTier(member: string, given: string): Promise<void> {
  const tier = givable.find((one) => one.toLowerCase() === given.toLowerCase())
  if (tier === undefined) throw new CommandError(`TIER must be one of: ${givable.join(', ')}. It is "${given}".`)
  return withDatabase(async (db, config) => {
    const { pointsExpiryMonths } = config
    const wanted = { member, tier, pointsExpiryMonths, now: new Date(), notify: memberMails(config) }
    const invited = await inviteToTier(db, wanted)
    switch (invited.kind) {
      case 'unknown_member':
        throw new CommandError(`There is no member ${member}.`)
      case 'closed':
        throw new CommandError(`The account of ${member} is closed: see npm run club -- closures.`)
      case 'refused':
        throw new CommandError(`${member} is ${invited.tier} already. Nothing was changed.`)
      case 'given':
        console.log(`${invited.member.email} is ${tier} now, ${until(invited.end)}.`)
        return true
    }
  })
}

function endTier(member: string): Promise<void> {
  return withDatabase(async (db, config) => {
    const ended = await endInvitation(db, { member, now: new Date(), notify: memberMails(config) })
    switch (ended.kind) {
      case 'unknown_member':
        throw new CommandError(`There is no member ${member}.`)
      case 'closed':
        throw new CommandError(`The account of ${member} is closed: see npm run club -- closures.`)
      case 'refused':
        throw new CommandError(`${member} is ${ended.tier}: only Diamond is ended by hand. Nothing was changed.`)
      case 'ended':
        console.log(`${ended.member.email} is ${ended.tier} now, ${until(ended.end)}.`)
        return true
    }
  })
}

/** `show` exits with 1 when there is a difference. It prints no secret, and changes nothing. */
export function addMembers(program: Command): void {
  const members = program.command('members').description('what the books say about members, and tiers by invitation')
  members
    .command('give-tier')
    .description('gives a member a tier by invitation, with its bonus, and emails them')
    .argument(...memberArgument)
    .argument('<TIER>', `one of: ${givable.join(', ')}`, nonEmpty)
    .addHelpText('after', examples('members give-tier chris.wong@example.com Diamond'))
    .action(giveTier)
  members
    .command('end-tier')
    .description('ends Diamond: the member is Gold until the next 31 August, and gets an email')
    .argument(...memberArgument)
    .addHelpText('after', examples('members end-tier chris.wong@example.com'))
    .action(endTier)
  members
    .command('show')
    .description('shows everything in the books about a member, and audits it')
    .argument(...memberArgument)
    .addHelpText('after', examples('members show chris.wong@example.com'))
    .action(show)
}
