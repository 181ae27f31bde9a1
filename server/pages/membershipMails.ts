import { msg } from '@lingui/core/macro'
import { basicTier, paidTier } from '#contract/member/tiers.ts'
import type { MemberNotice, PaymentNotice } from '#server/mail/notices.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { factsOf, type MailContent, type Writer } from './mailContent.ts'

type NoticeOf<Kind extends MemberNotice['kind']> = Extract<MemberNotice, { kind: Kind }>

/** What a member is told about a tier. */
export function tierMail(
  notice: NoticeOf<'tier_reached' | 'tier_given' | 'tier_ended' | 'tier_ending' | 'tier_renewed'>,
  writer: Writer,
): MailContent {
  const { say, dateOf } = writer
  const tierName = say(tierMessages[notice.tier])
  switch (notice.kind) {
    case 'tier_reached': {
      const date = dateOf(notice.end)
      return {
        subject: say(msg`You’re now a ${tierName} member`),
        lines: [
          say(msg`Thank you for every concert you’ve shared with us: you’re now a ${tierName} member of Club Bravo.`),
          say(msg`Your ${tierName} membership is valid until ${date}.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because your membership has changed.`),
      }
    }
    case 'tier_given': {
      const date = notice.end && dateOf(notice.end)
      return {
        subject: say(msg`You’re now a ${tierName} member`),
        lines: [
          say(msg`It’s our pleasure to make you a ${tierName} member of Club Bravo.`),
          date === null
            ? say(msg`Your ${tierName} membership has no expiry date.`)
            : say(msg`Your ${tierName} membership is valid until ${date}.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because your membership has changed.`),
      }
    }
    case 'tier_ended': {
      const date = dateOf(notice.end)
      return {
        subject: say(msg`Your tier has changed`),
        lines: [
          say(
            msg`Your membership by invitation has ended, and you’re now a ${tierName} member of Club Bravo. You keep your points.`,
          ),
          say(msg`Your ${tierName} membership is valid until ${date}.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because your membership has changed.`),
      }
    }
    case 'tier_ending': {
      const date = dateOf(notice.end)
      const nextName = say(tierMessages[notice.next])
      const isPaid = notice.tier === paidTier
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
        facts: factsOf(
          [say(msg`Tickets scanned`), formatPoints(notice.keptAt.fullTicketPurchased)],
          [say(msg`Different programmes`), formatPoints(notice.keptAt.fullSynonyms)],
          [say(msg`Points from tickets`), formatPoints(notice.keptAt.fullEarnedPoint)],
        ),
        link: say(isPaid ? msg`Renew my membership` : msg`See my membership`),
        after: say(msg`You’re receiving this because your membership is about to change.`),
      }
    }
    case 'tier_renewed':
      return renewedMail(notice, writer)
  }
}

function renewedMail({ from, tier, end, isEarned }: NoticeOf<'tier_renewed'>, { say, dateOf }: Writer): MailContent {
  const [tierName, fromName] = [say(tierMessages[tier]), say(tierMessages[from])]
  const date = end === null ? null : dateOf(end)
  const validity = date === null ? [] : [say(msg`Your ${tierName} membership is valid until ${date}.`)]
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
}

/** What an applicant to the young audience scheme is told. */
export function youthMail(
  notice: NoticeOf<'youth_approved' | 'youth_rejected' | 'youth_ended'>,
  { say, dateOf }: Writer,
): MailContent {
  switch (notice.kind) {
    case 'youth_approved': {
      const date = dateOf(notice.end)
      return {
        subject: say(msg`You’re in the Young Audience Scheme`),
        lines: [
          say(msg`We’ve approved your application to the Young Audience Scheme. You’re in the scheme until ${date}.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because you applied to the Young Audience Scheme.`),
      }
    }
    case 'youth_rejected':
      return {
        subject: say(msg`Your application to the Young Audience Scheme`),
        lines: [
          say(msg`We couldn’t approve your application to the Young Audience Scheme, for this reason:`),
          notice.reason,
          say(msg`We’ll refund your payment. You can apply again at any time.`),
        ],
        link: say(msg`Apply again`),
        after: say(msg`You’re receiving this because you applied to the Young Audience Scheme.`),
      }
    case 'youth_ended': {
      const date = dateOf(notice.end)
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
    }
  }
}

/** A receipt. */
export function paymentMail(notice: PaymentNotice, { say, dateOf, timeOf }: Writer): MailContent {
  const { bought, dollars, paidAt, orderRef, payRef } = notice
  const amount = formatMoney(dollars)
  const tierName = bought === 'youth' ? '' : say(tierMessages[bought.tier])
  return {
    subject: say(msg`Your receipt for ${amount}`),
    lines: [
      bought === 'youth'
        ? say(msg`Thank you. We’ve received your payment and your application, and we’ll email you once we’ve decided.`)
        : say(msg`Thank you. We’ve received your payment, and you’re a ${tierName} member of Club Bravo.`),
    ],
    facts: factsOf(
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
}

/** What a member is told whose name staff have corrected. */
export function nameMail(names: NoticeOf<'name_corrected'>, { say }: Writer): MailContent {
  const name = [names.first_name, names.last_name, names.chinese_name].filter(Boolean).join(' ')
  return {
    subject: say(msg`We’ve corrected your name`),
    lines: [say(msg`From now on, your name in Club Bravo is ${name}.`), say(msg`If it’s still not right, contact us.`)],
    link: say(msg`See my membership`),
    after: say(msg`You’re receiving this because our staff have changed your details.`),
  }
}

/** What a member is told whom staff have suspended, or no longer suspend. */
export function suspensionMail(
  { kind, reason }: NoticeOf<'member_suspended' | 'suspension_lifted'>,
  { say }: Writer,
): MailContent {
  switch (kind) {
    case 'member_suspended':
      return {
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
      }
    case 'suspension_lifted':
      return {
        subject: say(msg`Your membership is no longer suspended`),
        lines: [
          say(msg`We’ve lifted the suspension of your Club Bravo membership, for this reason:`),
          reason,
          say(msg`You can use your points and register for events again.`),
        ],
        link: say(msg`See my membership`),
        after: say(msg`You’re receiving this because our staff have lifted the suspension of your membership.`),
      }
  }
}

/** What the address of an earlier membership is told. */
export function takenOverMail({ memberNo }: NoticeOf<'membership_taken_over'>, { say }: Writer): MailContent {
  return {
    subject: say(msg`Your earlier membership is now in Club Bravo`),
    lines: [
      say(msg`Your earlier membership ${memberNo} has just been linked to a Club Bravo account.`),
      say(msg`If this was you, there’s nothing to do. If it wasn’t, contact us straight away:`),
    ],
    link: say(msg`Contact us`),
    after: say(msg`You’re receiving this because your earlier membership has this email address.`),
  }
}
