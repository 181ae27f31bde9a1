import { type Command, InvalidArgumentError } from 'commander'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { Role, roleNames } from '#contract/staff/roles.ts'
import {
  changeRoles,
  endStaff,
  invitationLink,
  inviteStaff,
  listStaff,
  revokeInvitation,
  type StaffChange,
} from '#server/services/staff/staffMembers.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { CommandError, examples } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

function email(given: string): string {
  const parsed = v.safeParse(Email, given)
  if (!parsed.success) throw new InvalidArgumentError('It is no email address.')
  return parsed.output
}

function role(given: string, before: readonly Role[] = []): Role[] {
  const parsed = v.safeParse(Role, given)
  if (!parsed.success) throw new InvalidArgumentError(`It is none of ${roleNames.join(', ')}.`)
  return [...before, parsed.output]
}

function invite(address: string, { role: roles }: { role: Role[] }): Promise<void> {
  return withDatabase(async (db, { origin }) => {
    const invited = await inviteStaff(db, { email: address, roles, by: null, now: new Date() })
    if (invited === 'not_owner') throw new Error('A command needs no owner')
    console.log(`Whoever opens this link within 24 hours becomes ${roles.join(', ')}, as ${address}:`)
    console.log(invitationLink(origin, invited.token))
    return true
  })
}

const day = (moment: Date) => moment.toISOString().slice(0, 10)

function list(): Promise<void> {
  return withDatabase(async (db) => {
    const { members, invitations } = await listStaff(db, new Date())
    for (const { email: address, roles, joinedAt, endedAt, invitedBy } of members) {
      const until = endedAt === null ? '' : `, ended ${day(endedAt)}`
      console.log(`${address}  ${roles.join(', ')}  since ${day(joinedAt)}${until}, invited by ${invitedBy}`)
    }
    for (const { email: address, roles, expiresAt } of invitations)
      console.log(`${address}  ${roles.join(', ')}  invited until ${expiresAt.toISOString()}`)
    if (members.length + invitations.length === 0)
      console.log('Nobody is on the staff. Invite the first owner: npm run club -- staff invite EMAIL --role owner')
    return true
  })
}

/** Says what became of a change. */
function report(address: string, change: StaffChange, done: string): true {
  if (change === 'unknown') throw new CommandError(`There is nobody with the address ${address} on the staff.`)
  if (change !== 'done') throw new CommandError(`${address} is the only owner. Invite another one first.`)
  console.log(done)
  return true
}

/** Who serves the club with this address, and an invitation to it. */
async function findByAddress(db: ConnectionPool, address: string) {
  const { members, invitations } = await listStaff(db, new Date())
  const member = members.find(({ email: own, endedAt }) => own === address && endedAt === null)
  return { sub: member?.accountId, invitation: invitations.find(({ email: invited }) => invited === address) }
}

function end(address: string): Promise<void> {
  return withDatabase(async (db) => {
    const now = new Date()
    const { sub, invitation } = await findByAddress(db, address)
    if (invitation) await revokeInvitation(db, { id: invitation.id, by: null, now })
    if (sub === undefined && invitation) return report(address, 'done', `The invitation of ${address} is revoked.`)
    const ended = sub === undefined ? 'unknown' : await endStaff(db, { sub, by: null, now })
    return report(address, ended, `${address} is no longer on the staff, and has been signed out.`)
  })
}

function setRoles(address: string, { role: roles }: { role: Role[] }): Promise<void> {
  return withDatabase(async (db) => {
    const { sub } = await findByAddress(db, address)
    const changed = sub === undefined ? 'unknown' : await changeRoles(db, { sub, roles, by: null, now: new Date() })
    return report(address, changed, `${address} is now ${roles.join(', ')}.`)
  })
}

const roleOption = ['--role <ROLE>', `${roleNames.join(', ')}; may be repeated`, role] as const
const emailArgument = ['<EMAIL>', 'an email address', email] as const

/** Who serves the club. Owners do the same in the browser. */
export function addStaff(program: Command): void {
  const staff = program.command('staff').description('who serves the club, and in which roles')
  staff
    .command('invite')
    .description('prints a link that makes somebody a member of staff, once')
    .argument(...emailArgument)
    .requiredOption(...roleOption)
    .addHelpText('after', examples('staff invite ada@example.com --role owner'))
    .action(invite)
  staff.command('list').description('lists the staff, and open invitations').action(list)
  staff
    .command('roles')
    .description('gives a member of staff these roles only; one owner always remains')
    .argument(...emailArgument)
    .requiredOption(...roleOption)
    .addHelpText('after', examples('staff roles ada@example.com --role membership --role counter'))
    .action(setRoles)
  staff
    .command('end')
    .description('ends what somebody is on the staff and an invitation, and signs them out; one owner always remains')
    .argument(...emailArgument)
    .addHelpText('after', examples('staff end ada@example.com'))
    .action(end)
}
