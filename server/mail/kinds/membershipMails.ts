import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { languageTable } from '#contract/language.ts'
import { type ContactPart, contactParts } from '#contract/staff/members.ts'
import { GaugeLevels } from '#contract/member/member.ts'
import { basicTier, paidTier, Tier } from '#contract/member/tiers.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { mail, type MailContent, Moment, tableOf, type Writer } from './mailKind.ts'

/** Red can be bought: from July on for the next year, and again once it has ended. */
const tierPage = (tierToBuy: Tier) => (facts: { tier: Tier }) =>
  facts.tier === tierToBuy ? 'registration-red' : 'member-detail'

function validUntil(tier: Tier, moment: Date, { say, dateOf }: Writer): string {
  const [tierName, date] = [say(tierMessages[tier]), dateOf(moment)]
  return say(msg`Your ${tierName} membership is valid until ${date}.`)
}

/** Writes a mail about a tier that has changed: its own subject and first line, and until when the tier is valid. */
const changedTier =
  (words: (tierName: string) => [subject: MessageDescriptor, line: MessageDescriptor]) =>
  ({ tier, end }: { tier: Tier; end: Date | null }, writer: Writer): MailContent => {
    const { say } = writer
    const tierName = say(tierMessages[tier])
    const [subject, line] = words(tierName)
    return {
      subject: say(subject),
      lines: [
        say(line),
        end === null ? say(msg`Your ${tierName} membership has no expiry date.`) : validUntil(tier, end, writer),
      ],
      link: say(msg`See my membership`),
      after: say(msg`You’re receiving this because your membership has changed.`),
    }
  }

const contactMessages: Record<ContactPart, MessageDescriptor> = {
  mobile: msg`mobile number`,
  address: msg`address`,
  birth: msg`month of birth`,
  news: msg`consent to news by email`,
}

/** The mails about a membership. `end`: the last moment of a tier or an approval; `reason`: the words of staff. */
export const membershipMails = {
  membership_taken_over: mail({
    when: 'A member takes over an earlier membership; to the address of that membership',
    facts: { memberNo: v.string() },
    page: 'contact-us',
    write: ({ memberNo }, { say }) => ({
      subject: say(msg`Your earlier membership is now in Club Bravo`),
      lines: [
        say(msg`Your earlier membership ${memberNo} has just been linked to a Club Bravo account.`),
        say(msg`If this was you, there’s nothing to do. If it wasn’t, contact us straight away:`),
      ],
      link: say(msg`Contact us`),
      after: say(msg`You’re receiving this because your earlier membership has this email address.`),
    }),
  }),
  name_corrected: mail({
    when: 'Staff have corrected the name',
    facts: { first_name: v.string(), last_name: v.string(), chinese_name: v.string() },
    page: 'member-detail',
    write: ({ first_name, last_name, chinese_name }, { say }) => {
      const name = [first_name, last_name, chinese_name].filter(Boolean).join(' ')
      return {
        subject: say(msg`We’ve corrected your name`),
        lines: [
          say(msg`From now on, your name in Club Bravo is ${name}.`),
          say(msg`If it’s still not right, contact us.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because our staff have changed your details.`),
      }
    },
  }),
  details_corrected: mail({
    when: 'Staff have corrected the mobile number, address, month of birth or consent to news; with which of these',
    facts: { parts: v.array(v.picklist(contactParts)) },
    page: 'member-detail',
    write: ({ parts }, { say, language }) => {
      const details = parts.map((part) => say(contactMessages[part])).join(languageTable[language].comma)
      return {
        subject: say(msg`We’ve corrected your details`),
        lines: [
          say(msg`We’ve changed these details in your account: ${details}.`),
          say(msg`Check them in your account. If they’re not right, contact us.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because our staff have changed your details.`),
      }
    },
  }),
  member_suspended: mail({
    when: 'Staff have suspended the membership; with the reason',
    facts: { reason: v.string() },
    page: 'contact-us',
    write: ({ reason }, { say }) => ({
      subject: say(msg`We’ve suspended your membership`),
      lines: [
        say(msg`We’ve suspended your Club Bravo membership, for this reason:`),
        reason,
        say(
          msg`You keep your points and everything you’ve redeemed, and you can still earn points with your tickets. Until we lift the suspension, you can’t redeem or convert points, register for events or pay for a membership.`,
        ),
        say(msg`If you have a question, or think this is a mistake, contact us.`),
      ],
      link: say(msg`Contact us`),
      after: say(msg`You’re receiving this because our staff have suspended your membership.`),
    }),
  }),
  suspension_lifted: mail({
    when: 'Staff have lifted the suspension; with the reason',
    facts: { reason: v.string() },
    page: 'member-detail',
    write: ({ reason }, { say }) => ({
      subject: say(msg`Your membership is no longer suspended`),
      lines: [
        say(msg`We’ve lifted the suspension of your Club Bravo membership, for this reason:`),
        reason,
        say(msg`You can use your points and register for events again.`),
      ],
      link: say(msg`See my membership`),
      after: say(msg`You’re receiving this because our staff have lifted the suspension of your membership.`),
    }),
  }),
  tier_reached: mail({
    when: 'Concerts have made a member Red or Gold',
    facts: { tier: Tier, end: Moment },
    page: 'member-detail',
    write: changedTier((tierName) => [
      msg`You’re now a ${tierName} member`,
      msg`Thank you for every concert you’ve shared with us: you’re now a ${tierName} member of Club Bravo.`,
    ]),
  }),
  tier_given: mail({
    when: 'Staff give a tier by invitation',
    facts: { tier: Tier, end: v.nullable(Moment) },
    page: 'member-detail',
    write: changedTier((tierName) => [
      msg`You’re now a ${tierName} member`,
      msg`It’s our pleasure to make you a ${tierName} member of Club Bravo.`,
    ]),
  }),
  tier_ended: mail({
    when: 'Staff end Diamond',
    facts: { tier: Tier, end: Moment },
    page: 'member-detail',
    write: changedTier((tierName) => [
      msg`Your tier has changed`,
      msg`Your membership by invitation has ended, and you’re now a ${tierName} member of Club Bravo. You keep your points.`,
    ]),
  }),
  tier_ending: mail({
    when: '60 and 14 days before a renewal that will change the tier',
    // The tier after it, and what the year has to bring, in one of its measures, for it to go on.
    facts: { tier: Tier, end: Moment, next: Tier, keptAt: GaugeLevels },
    page: tierPage(paidTier),
    write: ({ tier, end, next, keptAt }, { say, dateOf }) => {
      const [tierName, nextName, date] = [say(tierMessages[tier]), say(tierMessages[next]), dateOf(end)]
      const isPaid = tier === paidTier
      return {
        subject: say(msg`Your ${tierName} membership ends on ${date}`),
        lines: [
          say(
            msg`Your ${tierName} membership of Club Bravo is valid until ${date}. From 1 September you’ll be a ${nextName} member, and you’ll keep your points.`,
          ),
          say(
            isPaid
              ? msg`To stay a ${tierName} member, pay the fee for the new year now, or reach one of these targets by ${date}. My account shows how far you’ve come.`
              : msg`To stay a ${tierName} member, reach one of these targets by ${date}. My account shows how far you’ve come.`,
          ),
        ],
        table: tableOf(
          [say(msg`Tickets scanned`), formatPoints(keptAt.fullTicketPurchased)],
          [say(msg`Different programmes`), formatPoints(keptAt.fullSynonyms)],
          [say(msg`Points from tickets`), formatPoints(keptAt.fullEarnedPoint)],
        ),
        link: say(isPaid ? msg`Renew my membership` : msg`See my membership`),
        after: say(msg`You’re receiving this because your membership is about to change.`),
      }
    },
  }),
  tier_renewed: mail({
    when: 'A tier was renewed, or has ended: on 1 September, or when a server is up again after it',
    // The tier before, and whether the past year’s concerts have earned this one.
    facts: { from: Tier, tier: Tier, end: v.nullable(Moment), isEarned: v.boolean() },
    page: tierPage(basicTier),
    write: ({ from, tier, end, isEarned }, writer) => {
      const { say } = writer
      const [tierName, fromName] = [say(tierMessages[tier]), say(tierMessages[from])]
      const validity = end === null ? [] : [validUntil(tier, end, writer)]
      const after = say(msg`You’re receiving this because your membership has changed.`)
      if (tier === from)
        return {
          subject: say(msg`Your ${tierName} membership has been renewed`),
          lines: [
            say(
              isEarned
                ? msg`Thank you for last year’s concerts: you’re still a ${tierName} member of Club Bravo.`
                : msg`A new membership year has begun, and you’re still a ${tierName} member of Club Bravo.`,
            ),
            ...validity,
          ],
          link: say(msg`See my membership`),
          after,
        }
      return {
        subject: say(msg`Your ${fromName} membership has ended`),
        lines: [
          say(
            msg`A new membership year has begun, and you’re now a ${tierName} member of Club Bravo. You keep your points.`,
          ),
          ...validity,
          say(
            tier === basicTier
              ? msg`You can become a Red member again at any time by paying the fee, or by reaching one of this year’s targets.`
              : msg`Reach one of this year’s targets to become a ${fromName} member again.`,
          ),
        ],
        link: say(tier === basicTier ? msg`Become a Red member` : msg`See my membership`),
        after,
      }
    },
  }),
  payment_received: mail({
    when: 'A receipt: the gateway has reported a payment that bought something',
    facts: {
      // A tier with its last moment, or an application to the young audience scheme.
      bought: v.union([v.literal('youth'), v.object({ tier: Tier, end: Moment })]),
      dollars: v.number(),
      paidAt: Moment,
      // The club's reference, and the gateway's.
      orderRef: v.string(),
      payRef: v.string(),
    },
    page: 'receipts',
    write: ({ bought, dollars, paidAt, orderRef, payRef }, { say, dateOf, timeOf }) => {
      const amount = formatMoney(dollars)
      const tierName = bought === 'youth' ? '' : say(tierMessages[bought.tier])
      return {
        subject: say(msg`Your receipt for ${amount}`),
        lines: [
          bought === 'youth'
            ? say(
                msg`Thank you. We’ve received your payment and your application, and we’ll email you once we’ve decided.`,
              )
            : say(msg`Thank you. We’ve received your payment, and you’re a ${tierName} member of Club Bravo.`),
        ],
        table: tableOf(
          [
            say(msg`For`),
            bought === 'youth'
              ? say(msg`Application to the Young Audience Scheme`)
              : say(msg`${tierName} membership of Club Bravo`),
          ],
          [say(msg`Amount`), amount],
          [say(msg`Paid on`), timeOf(paidAt)],
          [say(msg`Valid until`), bought === 'youth' ? null : dateOf(bought.end)],
          [say(msg`Reference`), orderRef],
          [say(msg`Payment number`), payRef],
        ),
        link: say(msg`See my receipts`),
        after: say(msg`Keep this email as your receipt.`),
      }
    },
  }),
  youth_approved: mail({
    when: 'Staff approve an application to the Young Audience Scheme',
    facts: { end: Moment },
    page: 'member-detail',
    write: ({ end }, { say, dateOf }) => {
      const date = dateOf(end)
      return {
        subject: say(msg`You’re in the Young Audience Scheme`),
        lines: [
          say(msg`We’ve approved your application to the Young Audience Scheme. You’re in the scheme until ${date}.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because you applied to the Young Audience Scheme.`),
      }
    },
  }),
  youth_rejected: mail({
    when: 'Staff reject an application; with the reason',
    facts: { reason: v.string() },
    page: 'registration-ya',
    write: ({ reason }, { say }) => ({
      subject: say(msg`Your application to the Young Audience Scheme`),
      lines: [
        say(msg`We couldn’t approve your application to the Young Audience Scheme, for this reason:`),
        reason,
        say(msg`We’ll refund your payment. You can apply again at any time.`),
      ],
      link: say(msg`Apply again`),
      after: say(msg`You’re receiving this because you applied to the Young Audience Scheme.`),
    }),
  }),
  youth_ended: mail({
    when: 'An approval has ended, after 31 August',
    facts: { end: Moment },
    page: 'registration-ya',
    write: ({ end }, { say, dateOf }) => {
      const date = dateOf(end)
      return {
        subject: say(msg`Your year in the Young Audience Scheme has ended`),
        lines: [
          say(
            msg`Your place in the Young Audience Scheme was valid until ${date}. You keep your membership and your points.`,
          ),
          say(msg`Still a student? You can apply for the new year at any time.`),
        ],
        link: say(msg`Apply again`),
        after: say(msg`You’re receiving this because you were in the Young Audience Scheme.`),
      }
    },
  }),
}
