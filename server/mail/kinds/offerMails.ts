import { msg, plural } from '@lingui/core/macro'
import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { mail, type MailContent, Moment, tableOf, type TableRow, type Writer } from './mailKind.ts'

const texts = v.pipe(v.array(v.string()), v.readonly())
/** A reward's; null once the club has no such reward. */
const nameOrNull = v.nullable(LocalizedText)

/** A conversion. */
const conversion = { miles: v.number(), points: v.number(), refNo: v.string(), membershipNumber: v.string() }

function conversionTable(
  facts: v.InferOutput<v.ObjectSchema<typeof conversion, undefined>>,
  { say }: Writer,
): TableRow[] {
  return tableOf(
    [say(msg`Points`), formatPoints(facts.points)],
    [say(msg`Miles`), formatPoints(facts.miles)],
    [say(msg`Cathay membership account`), facts.membershipNumber],
    [say(msg`Reference`), facts.refNo],
  )
}

/** Points that are lost soon, by their last day. */
const expiringPoints = {
  facts: { parts: v.pipe(v.array(v.object({ points: v.number(), expiresAt: Moment })), v.readonly()) },
  page: 'reward-list',
  write({ parts }: { parts: readonly { points: number; expiresAt: Date }[] }, { say, dateOf }: Writer): MailContent {
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
      table: tableOf(
        ...parts.map(({ points: some, expiresAt }): [string, string] => {
          const count = formatPoints(some)
          return [dateOf(expiresAt), say(msg`${plural(some, { one: `${count} point`, other: `${count} points` })}`)]
        }),
      ),
      link: say(msg`See the rewards`),
      after: say(msg`You’re receiving this because you have points that are about to expire.`),
    }
  },
}

/** Vouchers that are lost soon, the soonest first. */
const ExpiringVouchers = v.pipe(
  v.array(v.object({ name: nameOrNull, code: v.string(), expiresAt: Moment })),
  v.readonly(),
)
const expiringVouchers = {
  facts: { vouchers: ExpiringVouchers },
  page: 'my-rewards',
  write(
    { vouchers }: { vouchers: v.InferOutput<typeof ExpiringVouchers> },
    { say, dateOf, textOf }: Writer,
  ): MailContent {
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
      table: vouchers.map(({ name, code, expiresAt }) => ({
        term: name === null ? say(msg`Voucher`) : textOf(name),
        value: [code, untilText(dateOf(expiresAt), say)],
      })),
      link: say(msg`See my rewards`),
      after: say(msg`You’re receiving this because you have a voucher that’s about to expire.`),
    }
  },
}

function untilText(date: string, say: Writer['say']): string {
  return say(msg`valid until ${date}`)
}

/** The mails about rewards, miles, and what is lost soon if it isn't used: so many days before, as their names say. */
export const offerMails = {
  reward_redeemed: mail({
    when: 'A member redeems a reward; with codes, place or address, and the last day',
    facts: {
      name: LocalizedText,
      quantity: v.number(),
      points: v.number(),
      refNo: v.string(),
      // Where it is collected, as the club says it, or where it is sent, one line each: or it is a voucher to be shown.
      place: nameOrNull,
      address: v.nullable(texts),
      vouchers: v.pipe(v.array(v.object({ code: v.string(), expiresAt: v.nullable(Moment) })), v.readonly()),
    },
    page: 'my-rewards',
    write: ({ quantity, refNo, vouchers, place, address, ...facts }, { say, dateOf, textOf }) => {
      const name = textOf(facts.name)
      const points = formatPoints(facts.points)
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
        table: [
          ...(count === 0
            ? []
            : [
                {
                  term: say(msg`Voucher ${plural(count, { one: 'code', other: 'codes' })}`),
                  value: vouchers.map(({ code }) => code),
                  isCode: true,
                },
              ]),
          ...tableOf(
            [say(msg`Valid until`), [...ends]],
            [say(msg`Where`), place && textOf(place).split('\n')],
            [say(msg`Address`), address],
            [say(msg`Reference`), refNo],
          ),
        ],
        link: say(msg`See my rewards`),
        after: say(msg`You’re receiving this because you redeemed a reward. If it wasn’t you, contact us.`),
      }
    },
  }),
  reward_sent: mail({
    when: 'Staff mark a parcel as sent',
    facts: {
      name: nameOrNull,
      quantity: v.number(),
      refNo: v.string(),
      // What the carrier calls it.
      tracking: v.nullable(v.string()),
      sentAt: Moment,
    },
    page: 'my-rewards',
    write: ({ quantity, refNo, tracking, ...facts }, { say, dateOf, textOf }) => {
      const name = facts.name === null ? null : textOf(facts.name)
      const date = dateOf(facts.sentAt)
      return {
        subject: name === null ? say(msg`Your reward is on its way`) : say(msg`${name} is on its way`),
        lines: [
          name === null
            ? say(msg`We posted your reward on ${date}.`)
            : say(msg`We posted your reward on ${date}: ${quantity} × ${name}.`),
          say(msg`If it hasn’t arrived within two weeks, contact us and quote the reference.`),
        ],
        table: tableOf(
          [say(msg`Posted on`), date],
          [say(msg`Tracking number`), tracking],
          [say(msg`Reference`), refNo],
        ),
        link: say(msg`See my rewards`),
        after: say(msg`You’re receiving this because you redeemed a reward.`),
      }
    },
  }),
  reward_not_sent: mail({
    when: 'Staff take back that a parcel is sent, for a reason that the member reads in the account',
    facts: { name: nameOrNull, quantity: v.number(), refNo: v.string() },
    page: 'my-rewards',
    write: ({ quantity, refNo, ...facts }, { say, textOf }) => {
      const name = facts.name === null ? null : textOf(facts.name)
      return {
        subject:
          name === null ? say(msg`Your reward hasn’t been posted yet`) : say(msg`${name} hasn’t been posted yet`),
        lines: [
          name === null
            ? say(msg`We told you too soon that your reward was on its way. We’re sorry: we still have it.`)
            : say(
                msg`We told you too soon that this was on its way: ${quantity} × ${name}. We’re sorry: we still have it.`,
              ),
          say(msg`We’ll email you once we’ve posted it.`),
        ],
        table: tableOf([say(msg`Reference`), refNo]),
        link: say(msg`See my rewards`),
        after: say(msg`You’re receiving this because you redeemed a reward.`),
      }
    },
  }),
  miles_converted: mail({
    when: 'A member converts points to miles',
    facts: conversion,
    page: 'point-transaction-log',
    write: (facts, writer) => {
      const { say } = writer
      const { membershipNumber } = facts
      const [miles, points] = [formatPoints(facts.miles), formatPoints(facts.points)]
      return {
        subject: say(msg`You’ve converted points to ${miles} miles`),
        lines: [
          say(
            msg`We’ve converted ${points} points to ${miles} miles for the Cathay membership account ${membershipNumber}.`,
          ),
          say(msg`We’ll email you once we’ve asked the airline to add them.`),
        ],
        table: conversionTable(facts, writer),
        link: say(msg`See my points`),
        after: say(msg`You’re receiving this because you converted points. If it wasn’t you, contact us.`),
      }
    },
  }),
  miles_sent: mail({
    when: 'Staff mark a conversion as sent, or record the airline’s reference',
    facts: { ...conversion, sentAt: Moment, airlineReference: v.nullable(v.string()) },
    page: 'point-transaction-log',
    write: (facts, writer) => {
      const { say, dateOf } = writer
      const [miles, date] = [formatPoints(facts.miles), dateOf(facts.sentAt)]
      return {
        subject: say(msg`Your ${miles} miles are on their way`),
        lines: [
          say(msg`On ${date} we asked the airline to add ${miles} miles to your Cathay membership account.`),
          say(msg`If they haven’t arrived within 14 working days, contact the airline or us and quote the reference.`),
        ],
        table: [
          ...tableOf([say(msg`Sent to the airline on`), date], [say(msg`Airline’s reference`), facts.airlineReference]),
          ...conversionTable(facts, writer),
        ],
        link: say(msg`See my points`),
        after: say(msg`You’re receiving this because you converted points.`),
      }
    },
  }),
  points_expire_30: mail({
    when: '30 to 8 days before points expire, once for each day of expiry',
    ...expiringPoints,
  }),
  points_expire_7: mail({
    when: 'In the last 7 days before points expire, once for each day of expiry',
    ...expiringPoints,
  }),
  vouchers_expire_30: mail({
    when: '30 to 8 days before a voucher expires, once',
    ...expiringVouchers,
  }),
  vouchers_expire_7: mail({
    when: 'In the last 7 days before a voucher expires, once',
    ...expiringVouchers,
  }),
}
