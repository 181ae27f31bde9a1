import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { mail, type MailContent, type MailDate, Moment, tableOf, type TableRow, type Writer } from './mailKind.ts'

/** When and where an event takes place, as far as it is known. */
export const TimeAndPlace = v.object({ startsAt: v.nullable(Moment), venue: LocalizedText })
export type TimeAndPlace = v.InferOutput<typeof TimeAndPlace>

/**
 * A registration, of which the member is told. `eventId`: the event's for calendars; `revision`: how many mails
 * about the event came before. `plan`: as it is; of an event that is withdrawn, as the member was told it.
 */
const registration = {
  eventId: v.string(),
  alias: v.string(),
  name: LocalizedText,
  revision: v.number(),
  quantity: v.number(),
  refNo: v.string(),
  plan: TimeAndPlace,
}
type Registration = v.InferOutput<v.ObjectSchema<typeof registration, undefined>>

const eventPage = ({ alias }: Registration) => `event/${alias}`

function planTable({ startsAt, venue }: TimeAndPlace, { say, timeOf, textOf }: Writer): TableRow[] {
  return tableOf([say(msg`Date and time`), startsAt && timeOf(startsAt)], [say(msg`Venue`), textOf(venue)])
}

/** What was planned before. */
function formerPlan({ startsAt, venue }: TimeAndPlace, { say, timeOf, textOf }: Writer): TableRow[] {
  return tableOf([say(msg`Previously`), [startsAt === null ? '' : timeOf(startsAt), textOf(venue)]])
}

/** The words of a mail, and how its plan differs: by default it is the event's, and there was none before. */
type Words = Pick<MailContent, 'subject' | 'lines'> & { plan?: TimeAndPlace | null; before?: TimeAndPlace }

/** Writes a mail about a registration: its own words, and what all of them say. */
function eventMail<Facts extends Registration>(words: (name: string, say: Writer['say'], facts: Facts) => Words) {
  return (facts: Facts, writer: Writer): MailContent => {
    const { say } = writer
    const { subject, lines, plan = facts.plan, before } = words(writer.textOf(facts.name), say, facts)
    return {
      subject,
      lines,
      table: [
        ...(plan ? planTable(plan, writer) : []),
        ...(before ? formerPlan(before, writer) : []),
        ...tableOf([say(msg`Places`), String(facts.quantity)], [say(msg`Reference`), facts.refNo]),
      ],
      link: plan ? say(msg`See the event`) : say(msg`See my events`),
      after: say(msg`You’re receiving this because you registered for an event.`),
    }
  }
}

/** What mails do to the reader's calendar, with the id that the app's own button gives a date. */
const calendar =
  (isCancelled: boolean) =>
  ({ eventId, name, plan: { startsAt, venue }, revision }: Registration, { textOf }: Writer): MailDate | null =>
    startsAt && {
      id: `event-${eventId}`,
      title: textOf(name),
      startsAt: startsAt.toISOString(),
      place: textOf(venue),
      description: '',
      revision,
      isCancelled,
    }
const [put, strike] = [calendar(false), calendar(true)]
/** Who waits has no date to change. */
const unlessWaiting =
  (change: typeof put) =>
  (facts: Registration & { isWaiting: boolean }, writer: Writer): MailDate | null =>
    facts.isWaiting ? null : change(facts, writer)

/** The mails about registrations for events. */
export const eventMails = {
  event_registered: mail({
    when: 'A member gets places; with the date for the calendar',
    facts: registration,
    page: eventPage,
    write: eventMail((name, say) => ({
      subject: say(msg`You’re registered for ${name}`),
      lines: [say(msg`We look forward to seeing you at ${name}.`)],
    })),
    calendar: put,
  }),
  event_waiting: mail({
    when: 'A member joins a waiting list',
    facts: registration,
    page: eventPage,
    write: eventMail((name, say) => ({
      subject: say(msg`You’re on the waiting list for ${name}`),
      lines: [say(msg`As soon as places are free, we’ll register you and email you.`)],
    })),
  }),
  event_promoted: mail({
    when: 'A waiting member gets places; with the date for the calendar',
    facts: registration,
    page: eventPage,
    write: eventMail((name, say) => ({
      subject: say(msg`Your registration for ${name} is confirmed`),
      lines: [
        say(
          msg`Good news: there are places for you now, and you’re registered. If you can’t come, cancel your registration so that others can.`,
        ),
      ],
    })),
    calendar: put,
  }),
  event_reminder: mail({
    when: 'A day before an event, to members who already had places',
    facts: registration,
    page: eventPage,
    write: eventMail((name, say) => ({
      subject: say(msg`Coming up: ${name}`),
      lines: [
        say(msg`It’s nearly time: we look forward to seeing you at ${name}.`),
        say(msg`If you can’t come after all, cancel your registration so that others can.`),
      ],
    })),
    calendar: put,
  }),
  event_changed: mail({
    when: 'Staff or an import change the date or place; to members with places or on the waiting list',
    facts: { ...registration, isWaiting: v.boolean(), before: TimeAndPlace },
    page: eventPage,
    write: eventMail((name, say, { isWaiting, before }) => ({
      subject: say(msg`New date or venue: ${name}`),
      lines: [say(msg`The date or venue of ${name} has changed.`), stillIn(isWaiting, say)],
      before,
    })),
    calendar: unlessWaiting(put),
  }),
  event_withdrawn: mail({
    when: 'Staff or an import postpone an event until further notice; to the same members',
    facts: { ...registration, isWaiting: v.boolean() },
    page: 'my-events',
    write: eventMail((name, say, { isWaiting, plan }) => ({
      subject: say(msg`${name} is postponed until further notice`),
      lines: [
        say(msg`We’re sorry: ${name} won’t go ahead as planned.`),
        say(
          isWaiting
            ? msg`If it goes ahead after all, we’ll email you, and you’ll keep your place in the queue.`
            : msg`If it goes ahead after all, we’ll email you, and you’ll still be registered.`,
        ),
      ],
      plan: null,
      before: plan,
    })),
    calendar: unlessWaiting(strike),
  }),
  event_restored: mail({
    when: 'Staff or an import bring a postponed event back; to the same members',
    facts: { ...registration, isWaiting: v.boolean() },
    page: eventPage,
    write: eventMail((name, say, { isWaiting }) => ({
      subject: say(msg`${name} is back on`),
      lines: [say(msg`Good news: ${name} will go ahead after all.`), stillIn(isWaiting, say)],
    })),
    calendar: unlessWaiting(put),
  }),
  event_cancelled: mail({
    when: 'A member gives places back, or the club cancels them for a reason',
    // By another registration; and why the club has cancelled it: null where the member has.
    facts: { ...registration, keepsPlaces: v.boolean(), reason: v.nullable(v.string()) },
    page: eventPage,
    write: eventMail((name, say, { reason }) =>
      reason === null
        ? {
            subject: say(msg`Your registration for ${name} is cancelled`),
            lines: [
              say(
                msg`This registration is cancelled, and its places go to others. If you have another one for this event, it hasn’t changed.`,
              ),
            ],
          }
        : {
            subject: say(msg`We’ve cancelled your registration for ${name}`),
            lines: [
              say(msg`We’re sorry: we had to cancel your registration, for this reason:`),
              reason,
              say(msg`If you have a question about this, contact us.`),
            ],
          },
    ),
    calendar: (facts, writer) => (facts.keepsPlaces ? null : strike(facts, writer)),
  }),
  event_message: mail({
    when: 'Staff write to the guests of an event',
    facts: { alias: v.string(), name: LocalizedText, plan: TimeAndPlace, subject: LocalizedText, text: LocalizedText },
    page: ({ alias }) => `event/${alias}`,
    write: ({ plan, subject, text }, writer) => ({
      subject: writer.textOf(subject),
      lines: writer
        .textOf(text)
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.trim()),
      table: planTable(plan, writer),
      link: writer.say(msg`See the event`),
      after: writer.say(msg`You’re receiving this because you registered for an event.`),
    }),
  }),
}

const stillIn = (waits: boolean, say: Writer['say']) =>
  say(
    waits
      ? msg`You’re still on the waiting list.`
      : msg`You’re still registered. If you can’t come, cancel your registration so that others can.`,
  )
