import type { Command } from 'commander'
import { basicTier, type HigherTier, tierTable } from '#contract/member/tiers.ts'
import { keysOf } from '#contract/keysOf.ts'
import { lastDayBefore } from '#contract/hongKong.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { endInvitation, inviteToTier } from '#server/services/membership/invitations.ts'
import { CommandError, examples, memberArgument, nonEmpty } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

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

/** Diamond is by invitation: no page of staff gives it. */
export function addMembers(program: Command): void {
  const members = program.command('members').description('tiers by invitation')
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
}
