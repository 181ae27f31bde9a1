import type { Command } from 'commander'
import { reasonOf } from '#server/errorCode.ts'
import { counted } from '#server/domain/figures.ts'
import { sendTestMail } from '#server/mail/mailer.ts'
import { findUnsentMails } from '#server/store/mailOutbox.ts'
import { noteMoments } from '#server/store/moments.ts'
import { CommandError, emailAddress, examples } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

/** More than an operator reads. */
const mostListed = 200

function list(): Promise<void> {
  return withDatabase(async (db) => {
    const found = await findUnsentMails(db, mostListed + 1)
    for (const mail of found.slice(0, mostListed)) {
      const state =
        mail.failed_at === null ? `due ${mail.due_at?.toISOString() ?? ''}` : `given up ${mail.failed_at.toISOString()}`
      const failure = mail.failure === null ? '' : `: ${mail.failure}`
      const facts = [mail.id, mail.created_at.toISOString(), mail.kind, mail.recipient]
      console.log(`${facts.join('  ')}  (${state}, ${counted(mail.attempts, 'attempt')}${failure})`)
    }
    if (found.length > mostListed) console.log('And more.')
    if (found.length === 0) console.log('Every mail was sent.')
    return true
  })
}

function test(address: string): Promise<void> {
  return withDatabase(async (db, { smtpUrl, mailFrom, origin }) => {
    if (smtpUrl === null) throw new CommandError('SMTP_URL is not set: no mail leaves the club.')
    await sendTestMail({ smtpUrl, mailFrom, origin }, address).catch((error: unknown) => {
      throw new CommandError(`The mail server did not accept the mail: ${reasonOf(error)}`, { cause: error })
    })
    await noteMoments(db, ['test_email'], new Date())
    console.log(`The mail server has accepted a test email, from ${mailFrom} to ${address}: see that it arrives.`)
    return true
  })
}

/** What the mail server has not taken, and whether it takes anything. Staff send again what was given up. */
export function addMails(program: Command): void {
  const mails = program
    .command('mails')
    .description('mails that are not sent yet, or were given up; and a test of them')
  mails
    .command('test')
    .description('sends a test email straight away, and records that the mail server has accepted it')
    .argument('<ADDRESS>', 'who gets it', emailAddress)
    .addHelpText('after', examples('mails test ada@example.com'))
    .action(test)
  mails.command('list').description('lists those that were given up, then those that wait').action(list)
}
