import type { Command } from 'commander'
import { writeFile } from 'node:fs/promises'
import { memberMails } from '#server/mail/memberMails.ts'
import { decideApplication, type YouthDecision } from '#server/services/membership/youth.ts'
import { openStudentCard } from '#server/services/membership/studentCards.ts'
import { describeApplicant, listApplicants } from '#server/services/membership/youthReport.ts'
import { readSealingKeys, sealingFile } from '#server/sealing/sealingKeys.ts'
import { examples, memberArgument, sentence, nonEmpty } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

function list(): Promise<void> {
  return withDatabase(async (db) => {
    const lines = await listApplicants(db, new Date())
    for (const line of lines) console.log(line)
    if (lines.length === 0) console.log('Nobody is in the young audience scheme.')
    return true
  })
}

function show(member: string): Promise<void> {
  return withDatabase(async (db) => {
    const lines = await describeApplicant(db, member, new Date())
    if (lines === null) console.error(`There is no member ${member}.`)
    else for (const line of lines) console.log(line)
    return lines !== null
  })
}

const cardProblems = {
  none: 'There is no student card of this member.',
  other_key: `The student card is sealed with another key than those of ${sealingFile} in DATA_DIR.`,
}

function card(member: string, file: string): Promise<void> {
  return withDatabase(async (db, { dataDir }) => {
    const opened = await openStudentCard(db, member, await readSealingKeys(dataDir))
    if (opened.kind !== 'opened') {
      console.error(cardProblems[opened.kind])
      return false
    }
    await writeFile(file, opened.card.bytes, { mode: 0o600, flag: 'wx' })
    console.log(`The student card (${opened.card.type}) is in ${file}. Delete the file when you have looked at it.`)
    return true
  })
}

function decide(member: string, decision: YouthDecision['decision']): Promise<void> {
  return withDatabase(async (db, config) => {
    const result = await decideApplication(db, { member, decision, now: new Date(), notify: memberMails(config) })
    if (result.kind === 'decided') console.log(`The application of ${member} is ${result.status}.`)
    else if (result.kind === 'unknown_member') console.error(`There is no member ${member}.`)
    else if (result.kind === 'refused')
      console.error(`The application of ${member} is ${result.status}: only one that is Pending Approval is decided.`)
    return result.kind === 'decided'
  })
}

/** Each application is decided once. */
export function addYouth(program: Command): void {
  const youth = program.command('youth').description('applications to the young audience scheme')
  youth.command('list').description('lists the applications, those that wait for a decision first').action(list)
  youth
    .command('show')
    .description('shows one application')
    .argument(...memberArgument)
    .action(show)
  youth
    .command('card')
    .description('writes the student card to a new file, to be deleted after it was looked at')
    .argument(...memberArgument)
    .argument('<FILE>', 'the file', nonEmpty)
    .addHelpText('after', examples('youth card may.lee@example.com card.jpg'))
    .action(card)
  youth
    .command('approve')
    .description('approves an application, and tells the member')
    .argument(...memberArgument)
    .addHelpText('after', examples('youth approve may.lee@example.com'))
    .action((member: string) => decide(member, { event: 'approved' }))
  youth
    .command('reject')
    .description('rejects an application, and tells the member the reason')
    .argument(...memberArgument)
    .argument('<REASON...>', 'what the member is told', sentence)
    .addHelpText('after', examples('youth reject may.lee@example.com The card cannot be read'))
    .action((member: string, reason: string) => decide(member, { event: 'rejected', reason }))
}
