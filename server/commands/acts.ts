import type { Command } from 'commander'
import { actions } from '#contract/staff/actions.ts'
import { counted } from '#server/domain/figures.ts'
import { findMemberByReference } from '#server/store/members/members.ts'
import { findActs } from '#server/store/staffActs.ts'
import { CommandError, dayNamed, examples, nonEmpty } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

const aboutOf = (action: string) => Object.entries(actions).find(([name]) => name === action)?.[1].about ?? action

interface Options {
  member?: string
  since?: string
}

function list({ member: reference, since }: Options): Promise<void> {
  const from = dayNamed('since', since)
  return withDatabase(async (db) => {
    const member = reference === undefined ? null : await findMemberByReference(db, reference)
    if (member === undefined) throw new CommandError(`There is no member ${reference}.`)
    const acts = await findActs(db, { memberId: member?.id ?? null, since: from })
    for (const { at, actor, role, action, subject_kind: kind, subject_id: id, email, reason, after } of acts) {
      const who = role === null ? actor : `${actor} (${role})`
      const subject = [kind, id].filter(Boolean).join(' ')
      const facts = [...(after === null ? [] : [JSON.stringify(after)]), ...(reason === null ? [] : [`“${reason}”`])]
      console.log([at.toISOString(), who, aboutOf(action), subject, email ?? '-', ...facts].join('  '))
    }
    console.log(`${counted(acts.length, 'act')}.`)
    return true
  })
}

/** Nothing changes an act. */
export function addActs(program: Command): void {
  program
    .command('acts')
    .description('who has done what: staff, commands and timers')
    .command('list')
    .description('lists acts, oldest first')
    .option('--member <MEMBER>', 'those that concern a member: an email address, a member number or an id', nonEmpty)
    .option('--since <DAY>', 'from this day in Hong Kong on', nonEmpty)
    .addHelpText('after', examples('acts list --since 2026-11-01', 'acts list --member chris.wong@example.com'))
    .action(list)
}
