import { type Command, InvalidArgumentError } from 'commander'
import * as v from 'valibot'
import { invitationHours } from '#contract/staff/people.ts'
import { Role, roleNames } from '#contract/staff/roles.ts'
import { isLoopback } from '#server/settingSchemas.ts'
import { invitationLink, inviteStaff } from '#server/services/staff/staffMembers.ts'
import { CommandError, emailAddress, examples } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

function role(given: string, before: readonly Role[] = []): Role[] {
  const parsed = v.safeParse(Role, given)
  if (!parsed.success) throw new InvalidArgumentError(`It is none of ${roleNames.join(', ')}.`)
  return [...before, parsed.output]
}

function invite(address: string, { role: roles }: { role: Role[] }): Promise<void> {
  return withDatabase(async (db, { origin, databaseUrl }) => {
    // The club is another machine's: by default, the link would lead to this one.
    if (databaseUrl !== null && isLoopback(new URL(origin).hostname) && !process.env['ORIGIN'])
      throw new CommandError('ORIGIN is not set: give the command its servers’ settings, such as with --env-file FILE.')
    const invited = await inviteStaff(db, { email: address, roles, by: null, now: new Date() })
    if (invited === 'not_owner') throw new Error('A command needs no owner')
    console.log(
      `Anyone who opens this link within ${invitationHours} hours can become ${roles.join(', ')}, as ${address}:`,
    )
    console.log(invitationLink(origin, invited.token))
    return true
  })
}

/** The first owner has no page to be invited from; and an owner who has lost every passkey comes back by this. */
export function addStaff(program: Command): void {
  program
    .command('staff')
    .description('who serves the club')
    .command('invite')
    .description('prints a link that makes somebody a member of staff, once')
    .argument('<EMAIL>', 'an email address', emailAddress)
    .requiredOption('--role <ROLE>', `${roleNames.join(', ')}; may be repeated`, role)
    .addHelpText('after', examples('staff invite ada@example.com --role owner'))
    .action(invite)
}
