import { msg, plural } from '@lingui/core/macro'
import type {
  EventNotice,
  TimeAndPlace,
  ExpiryNotice,
  MilesNotice,
  ParcelNotice,
  RedemptionNotice,
} from '#server/mail/notices.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { type Fact, factsOf, type MailContent, type Writer } from './mailContent.ts'

/** A redemption. */
export function redemptionMail(notice: RedemptionNotice, { say, dateOf, textOf }: Writer): MailContent {
  const { quantity, refNo, vouchers, place, address } = notice
  const name = textOf(notice.name)
  const points = formatPoints(notice.points)
  const count = vouchers.length
  const ends = new Set(vouchers.map(({ expiresAt }) => (expiresAt === null ? '' : dateOf(expiresAt))))
  return {
    subject: say(msg`You’ve redeemed ${name}`),
    lines: [
      say(msg`You’ve redeemed ${quantity} × ${name} for ${points} points.`),
      ...(address === null ? [] : [say(msg`We’ll post it to you, and email you when it’s on its way.`)]),
      ...(count === 0
        ? []
        : [
            say(
              msg`${plural(count, {
                one: 'Show this code to use or collect it.',
                other: 'Show a different code each time you use or collect one.',
              })}`,
            ),
          ]),
    ],
    facts: [
      ...(count === 0
        ? []
        : [
            {
              term: say(msg`Voucher ${plural(count, { one: 'code', other: 'codes' })}`),
              value: vouchers.map(({ code }) => code),
              isCode: true,
            },
          ]),
      ...factsOf(
        [say(msg`Valid until`), [...ends]],
        [say(msg`Where`), place && textOf(place).split('\n')],
        [say(msg`Address`), address],
        [say(msg`Reference`), refNo],
      ),
    ],
    link: say(msg`See my rewards`),
    after: say(msg`You’re receiving this because you redeemed a reward. If it wasn’t you, contact us.`),
  }
}

/** A parcel that is sent. */
export function parcelMail(notice: ParcelNotice, { say, dateOf, textOf }: Writer): MailContent {
  const { quantity, refNo, tracking } = notice
  const name = notice.name === null ? null : textOf(notice.name)
  const date = dateOf(notice.sentAt)
  return {
    subject: name === null ? say(msg`Your reward is on its way`) : say(msg`${name} is on its way`),
    lines: [
      name === null
        ? say(msg`We posted your reward on ${date}.`)
        : say(msg`We posted your reward on ${date}: ${quantity} × ${name}.`),
      say(msg`If it hasn’t arrived within two weeks, contact us and quote the reference.`),
    ],
    facts: factsOf([say(msg`Posted on`), date], [say(msg`Tracking number`), tracking], [say(msg`Reference`), refNo]),
    link: say(msg`See my rewards`),
    after: say(msg`You’re receiving this because you redeemed a reward.`),
  }
}

/** A conversion. */
export function milesMail(notice: MilesNotice, { say, dateOf }: Writer): MailContent {
  const { refNo, membershipNumber } = notice
  const miles = formatPoints(notice.miles)
  const points = formatPoints(notice.points)
  const about = factsOf(
    [say(msg`Points`), points],
    [say(msg`Miles`), miles],
    [say(msg`Cathay membership account`), membershipNumber],
    [say(msg`Reference`), refNo],
  )
  if (notice.kind === 'miles_converted')
    return {
      subject: say(msg`You’ve converted points to ${miles} miles`),
      lines: [
        say(
          msg`We’ve converted ${points} points to ${miles} miles for the Cathay membership account ${membershipNumber}.`,
        ),
        say(msg`We’ll email you once we’ve asked the airline to add them.`),
      ],
      facts: about,
      link: say(msg`See my points`),
      after: say(msg`You’re receiving this because you converted points. If it wasn’t you, contact us.`),
    }
  const date = dateOf(notice.sentAt)
  return {
    subject: say(msg`Your ${miles} miles are on their way`),
    lines: [
      say(msg`On ${date} we asked the airline to add ${miles} miles to your Cathay membership account.`),
      say(msg`If they haven’t arrived within 14 working days, contact the airline or us and quote the reference.`),
    ],
    facts: [
      ...factsOf([say(msg`Sent to the airline on`), date], [say(msg`Airline’s reference`), notice.airlineReference]),
      ...about,
    ],
    link: say(msg`See my points`),
    after: say(msg`You’re receiving this because you converted points.`),
  }
}

function planFacts({ startsAt, venue }: TimeAndPlace, { say, timeOf, textOf }: Writer): Fact[] {
  return factsOf([say(msg`Date and time`), startsAt && timeOf(startsAt)], [say(msg`Venue`), textOf(venue)])
}

/** What was planned before. */
function formerPlan({ startsAt, venue }: TimeAndPlace, { say, timeOf, textOf }: Writer): Fact[] {
  return factsOf([say(msg`Previously`), [startsAt === null ? '' : timeOf(startsAt), textOf(venue)]])
}

/** The words of a registration's mail, beside its facts. */
function eventWords(notice: EventNotice, { say, textOf }: Writer): Pick<MailContent, 'subject' | 'lines'> {
  const name = textOf(notice.name)
  switch (notice.kind) {
    case 'event_registered':
      return {
        subject: say(msg`You’re registered for ${name}`),
        lines: [say(msg`We look forward to seeing you at ${name}.`)],
      }
    case 'event_waiting':
      return {
        subject: say(msg`You’re on the waiting list for ${name}`),
        lines: [say(msg`As soon as places are free, we’ll register you and email you.`)],
      }
    case 'event_promoted':
      return {
        subject: say(msg`Your registration for ${name} is confirmed`),
        lines: [
          say(
            msg`Good news: there are places for you now, and you’re registered. If you can’t come, cancel your registration so that others can.`,
          ),
        ],
      }
    case 'event_reminder':
      return {
        subject: say(msg`Coming up: ${name}`),
        lines: [
          say(msg`It’s nearly time: we look forward to seeing you at ${name}.`),
          say(msg`If you can’t come after all, cancel your registration so that others can.`),
        ],
      }
    case 'event_changed':
      return {
        subject: say(msg`New date or venue: ${name}`),
        lines: [
          say(msg`The date or venue of ${name} has changed.`),
          say(
            notice.isWaiting
              ? msg`You’re still on the waiting list.`
              : msg`You’re still registered. If you can’t come, cancel your registration so that others can.`,
          ),
        ],
      }
    case 'event_withdrawn':
      return {
        subject: say(msg`${name} is postponed until further notice`),
        lines: [
          say(msg`We’re sorry: ${name} won’t go ahead as planned.`),
          say(
            notice.isWaiting
              ? msg`If it goes ahead after all, we’ll email you, and you’ll keep your place in the queue.`
              : msg`If it goes ahead after all, we’ll email you, and you’ll still be registered.`,
          ),
        ],
      }
    case 'event_restored':
      return {
        subject: say(msg`${name} is back on`),
        lines: [
          say(msg`Good news: ${name} will go ahead after all.`),
          say(
            notice.isWaiting
              ? msg`You’re still on the waiting list.`
              : msg`You’re still registered. If you can’t come, cancel your registration so that others can.`,
          ),
        ],
      }
    case 'event_cancelled':
      if (notice.reason !== null)
        return {
          subject: say(msg`We’ve cancelled your registration for ${name}`),
          lines: [
            say(msg`We’re sorry: we had to cancel your registration, for this reason:`),
            notice.reason,
            say(msg`If you have a question about this, contact us.`),
          ],
        }
      return {
        subject: say(msg`Your registration for ${name} is cancelled`),
        lines: [
          say(
            msg`This registration is cancelled, and its places go to others. If you have another one for this event, it hasn’t changed.`,
          ),
        ],
      }
  }
}

/** A registration for an event. */
export function eventMail(notice: EventNotice, writer: Writer): MailContent {
  const { say } = writer
  const { quantity, refNo, plan } = notice
  const former = notice.kind === 'event_withdrawn' ? plan : notice.kind === 'event_changed' ? notice.before : null
  return {
    ...eventWords(notice, writer),
    facts: [
      ...(notice.kind === 'event_withdrawn' ? [] : planFacts(plan, writer)),
      ...(former ? formerPlan(former, writer) : []),
      ...factsOf([say(msg`Places`), String(quantity)], [say(msg`Reference`), refNo]),
    ],
    link: notice.kind === 'event_withdrawn' ? say(msg`See my events`) : say(msg`See the event`),
    after: say(msg`You’re receiving this because you registered for an event.`),
  }
}

/** What a member loses soon. */
export function expiryMail(notice: ExpiryNotice, { say, dateOf, textOf }: Writer): MailContent {
  if ('parts' in notice) {
    const { parts } = notice
    const total = parts.reduce((sum, part) => sum + part.points, 0)
    const points = formatPoints(total)
    const date = dateOf(new Date(Math.min(...parts.map(({ expiresAt }) => expiresAt.getTime()))))
    return {
      subject:
        parts.length === 1
          ? say(
              msg`${plural(total, { one: `${points} point expires at the end of ${date}`, other: `${points} points expire at the end of ${date}` })}`,
            )
          : say(msg`${plural(total, { one: `${points} point expires soon`, other: `${points} points expire soon` })}`),
      lines: [say(msg`You have points that expire soon. Redeem them for rewards or convert them to miles.`)],
      facts: factsOf(
        ...parts.map(({ points: some, expiresAt }): [string, string] => {
          const count = formatPoints(some)
          return [dateOf(expiresAt), say(msg`${plural(some, { one: `${count} point`, other: `${count} points` })}`)]
        }),
      ),
      link: say(msg`See the rewards`),
      after: say(msg`You’re receiving this because you have points that are about to expire.`),
    }
  }
  const { vouchers } = notice
  const count = vouchers.length
  const [first] = vouchers
  const date = first === undefined ? '' : dateOf(first.expiresAt)
  return {
    subject:
      count === 1
        ? say(msg`Your voucher expires on ${date}`)
        : say(msg`${plural(count, { one: `${count} voucher expires`, other: `${count} vouchers expire` })} soon`),
    lines: [
      say(
        msg`${plural(count, {
          one: 'You have a voucher that expires soon. Use it while there’s time.',
          other: 'You have vouchers that expire soon. Use them while there’s time.',
        })}`,
      ),
    ],
    facts: vouchers.map(({ name, code, expiresAt }) => ({
      term: name === null ? say(msg`Voucher`) : textOf(name),
      value: [code, untilText(dateOf(expiresAt), say)],
    })),
    link: say(msg`See my rewards`),
    after: say(msg`You’re receiving this because you have a voucher that’s about to expire.`),
  }
}

function untilText(date: string, say: Writer['say']): string {
  return say(msg`valid until ${date}`)
}
