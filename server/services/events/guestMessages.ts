import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { inEachLanguage } from '#contract/language.ts'
import type { writeToGuests as writeToGuestsEndpoint } from '#contract/staff/events.ts'
import type { ClubEvent } from '#server/content/offers.ts'
import type { mailWriter } from '#server/mail/mail.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findHeldRegistrations, lockEvent } from '#server/store/spending/eventRegistrations.ts'
import { isActRepeated } from '#server/store/staffActs.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type Inverse, recordUndoableAct } from '../acts.ts'
import { findRecipient } from '../recipients.ts'
import { factsOfPlan } from './eventPlans.ts'
import { findByAlias } from './eventRegistrations.ts'

type Message = ParsedRequestOf<typeof writeToGuestsEndpoint>
type Written = SentAnswerOf<typeof writeToGuestsEndpoint>

const dayMs = 24 * 60 * 60 * 1000

/** Whom a message goes to: each of them once, with however many registrations. */
async function findReaders(db: ActingTransaction, { alias, to }: Message): Promise<string[]> {
  const held = await findHeldRegistrations(db, alias)
  return [...new Set(held.flatMap((row) => (to === 'all' || row.state === to ? row.member_id : [])))]
}

const noticeOf = (event: ClubEvent, { subject, text }: Message) => ({
  kind: 'event_message' as const,
  alias: event.alias,
  name: event.name,
  plan: factsOfPlan(event),
  subject,
  text,
})

/** How a message is recorded: by language, so that who reads the log sees what was sent. */
const contentOf = ({ subject, text, to }: Message) => ({
  to,
  ...Object.fromEntries(Object.entries(subject).map(([language, words]) => [`subject (${language})`, words])),
  ...Object.fromEntries(Object.entries(text).map(([language, words]) => [`text (${language})`, words])),
})

/** A message as it would be sent, and to how many. Sends nothing. */
export async function checkMessage(
  db: ActingPool,
  message: Message,
  { writer, now }: { writer: () => ReturnType<typeof mailWriter>; now: Date },
): Promise<Written> {
  const event = await findByAlias(db, message.alias)
  if (!event) return { kind: 'unknown' }
  const readers = await inTransaction(db, (transaction) => findReaders(transaction, message))
  if (readers.length === 0) return { kind: 'nobody' }
  const write = await writer()
  // As the outbox keeps it.
  const { kind, ...facts } = JSON.parse(JSON.stringify(noticeOf(event, message)))
  const mails = inEachLanguage((language) => {
    const reader = { recipient: '', language, name: null, unsubscribe_token: null, message_id: '' }
    const mail = write({ kind, facts, ...reader, created_at: now })
    if (mail === null) throw new Error('A message cannot be written as a mail')
    return { subject: mail.subject, text: mail.text }
  })
  return { kind: 'checked', count: readers.length, mails }
}

/** Sends a message to the guests of an event; until it can't be undone any more, it waits. */
export async function sendMessage(
  db: ActingPool,
  message: Message,
  { now, notify }: { now: Date; notify: NotifyMember },
): Promise<Written> {
  const event = await findByAlias(db, message.alias)
  if (!event) return { kind: 'unknown' }
  return inTransaction(db, async (transaction): Promise<Written> => {
    await lockEvent(transaction, event.alias)
    const subject = { kind: 'event', id: event.alias } as const
    const content = contentOf(message)
    const since = new Date(now.getTime() - dayMs)
    if (await isActRepeated(transaction, { action: 'guests_write', subject, content, since }))
      return { kind: 'repeated' }
    const readers = await findReaders(transaction, message)
    if (readers.length === 0) return { kind: 'nobody' }
    const undo = await recordUndoableAct(transaction, {
      action: 'guests_write',
      subject,
      memberId: null,
      before: { content: {} },
      after: { content, mails: readers.length },
    })
    for (const memberId of readers)
      await notify(transaction, await findRecipient(transaction, memberId), noticeOf(event, message), undo)
    return { kind: 'sent', count: readers.length, undo }
  })
}

/** A message whose mails are removed was not sent. */
export const unsendMessage: Inverse = () => Promise.resolve('undone')
