import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { type Language, languageTable } from '#contract/language.ts'
import { type HigherTier, paidTier } from '#contract/member/tiers.ts'
import type { AccountNotice, EventNotice, MemberNotice, MilesNotice, RedemptionNotice } from '#server/mail/notices.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'

/** A mail's words: paragraphs, a link, and a paragraph after it. */
export interface MailText {
  subject: MessageDescriptor
  lines: readonly (MessageDescriptor | string)[]
  link: MessageDescriptor
  after: MessageDescriptor
}

/** Says a message in the mail's language. */
type Say = (message: MessageDescriptor) => string

/** What stays, and how a member gets the tier again: Red is bought, Gold comes with the ticket spend. */
const afterTier: Record<HigherTier, MessageDescriptor> = {
  Red: msg`You can renew at any time, and your points stay yours.`,
  Gold: msg`Your ticket spend can make you a Gold member again, and your points stay yours.`,
  Diamond: msg`Your points stay yours.`,
}

type TierNotice = Extract<MemberNotice, { tier: HigherTier }>

function tierText({ kind, tier }: TierNotice, date: string, say: Say): MailText {
  const tierName = say(tierMessages[tier])
  const seeMembership = msg`See my membership`
  const hasChanged = msg`You’re receiving this because your membership has changed.`
  switch (kind) {
    case 'tier_reached':
      return {
        subject: msg`You’re now a ${tierName} member`,
        lines: [
          msg`Thank you for all your concerts with us: your ticket spend has made you a ${tierName} member of Club Bravo.`,
          msg`Your ${tierName} membership is valid until ${date}.`,
        ],
        link: seeMembership,
        after: hasChanged,
      }
    case 'tier_ending': {
      const afterwards = say(afterTier[tier])
      return {
        subject: msg`Your ${tierName} membership ends on ${date}`,
        lines: [
          msg`Your ${tierName} membership of Club Bravo is valid until ${date}.`,
          msg`From 1 September you continue as a Basic member. ${afterwards}`,
        ],
        link: seeMembership,
        after: msg`You’re receiving this because your membership is about to change.`,
      }
    }
    case 'tier_ended':
      return {
        subject: msg`Your ${tierName} membership has ended`,
        lines: [
          msg`Your ${tierName} membership of Club Bravo was valid until ${date}. You’re now a Basic member.`,
          afterTier[tier],
        ],
        link: tier === paidTier ? msg`Renew my membership` : seeMembership,
        after: hasChanged,
      }
  }
}

function redemptionText({ quantity, refNo, codes, ...notice }: RedemptionNotice, language: Language): MailText {
  const name = notice.name[language]
  const points = formatPoints(notice.points)
  const count = codes.length
  const codeList = codes.join(languageTable[language].comma)
  return {
    subject: msg`You’ve redeemed ${name}`,
    lines: [
      msg`${quantity} × ${name}, for ${points} points.`,
      msg`Your reference: ${refNo}`,
      ...(count === 0
        ? [msg`We’ll send it to your address by post.`]
        : [
            msg`Your voucher ${plural(count, { one: 'code', other: 'codes' })}: ${codeList}`,
            msg`Show the code to use it.`,
          ]),
    ],
    link: msg`See my rewards`,
    after: msg`You’re receiving this because you redeemed a reward. If it wasn’t you, contact us.`,
  }
}

function milesText({ refNo, membershipNumber, ...notice }: MilesNotice): MailText {
  const miles = formatPoints(notice.miles)
  const points = formatPoints(notice.points)
  return {
    subject: msg`You’ve converted points to ${miles} miles`,
    lines: [
      msg`${points} points become ${miles} miles for the Cathay membership account ${membershipNumber}.`,
      msg`Your reference: ${refNo}`,
    ],
    link: msg`See my points`,
    after: msg`You’re receiving this because you converted points. If it wasn’t you, contact us.`,
  }
}

function eventText({ kind, quantity, refNo, ...notice }: EventNotice, language: Language): MailText {
  const name = notice.name[language]
  const [subject, line] = {
    event_registered: [msg`You’re registered for ${name}`, msg`We look forward to seeing you at ${name}.`] as const,
    event_waiting: [
      msg`You’re on the waiting list for ${name}`,
      msg`As soon as places are free, they’re yours, and we’ll email you.`,
    ] as const,
    event_promoted: [
      msg`Your places for ${name} are confirmed`,
      msg`Places became free, and they’re yours. If you can’t come, please cancel, so that others can.`,
    ] as const,
  }[kind]
  const places = msg`${plural(quantity, { one: `${quantity} place`, other: `${quantity} places` })}. Your reference: ${refNo}`
  return {
    subject,
    lines: [line, places],
    link: msg`See the event`,
    after: msg`You’re receiving this because you registered for an event.`,
  }
}

/** The words of a mail. */
export function mailText(notice: AccountNotice | MemberNotice, language: Language, say: Say): MailText {
  const dateOf = (moment: Date) => formatDate(moment.getTime(), language)
  switch (notice.kind) {
    case 'address_unproved': {
      const { email } = notice
      return {
        subject: msg`Verify your email address for Club Bravo`,
        lines: [msg`Please confirm that ${email} is your email address by opening this link.`],
        link: msg`Verify my email`,
        after: msg`The link is valid for two days. If you haven’t created a Club Bravo account, ignore this email.`,
      }
    }
    case 'account_exists': {
      const { email } = notice
      return {
        subject: msg`You already have a Club Bravo account`,
        lines: [
          msg`Someone, most likely you, has just tried to create a Club Bravo account with ${email}.`,
          msg`You already have an account: sign in with your existing password.`,
        ],
        link: msg`Open Club Bravo`,
        after: msg`If this wasn’t you, ignore this email. Your account is safe.`,
      }
    }
    case 'new_address': {
      const { email } = notice
      return {
        subject: msg`Confirm your new Club Bravo email address`,
        lines: [msg`Please confirm that ${email} is to be the email address of your Club Bravo account.`],
        link: msg`Confirm my new address`,
        after: msg`The link is valid for two days and works once. If you haven’t asked for this, ignore this email.`,
      }
    }
    case 'address_changed': {
      const { newEmail } = notice
      return {
        subject: msg`Your Club Bravo email address was changed`,
        lines: [
          msg`The email address of your Club Bravo account is now ${newEmail}. Sign in with it from now on.`,
          msg`If you didn’t change it, contact us at once:`,
        ],
        link: msg`Contact us`,
        after: msg`This is the last email to your old address.`,
      }
    }
    case 'password_forgotten': {
      const { email } = notice
      return {
        subject: msg`Choose a new Club Bravo password`,
        lines: [msg`Someone, most likely you, has asked for a new password for the Club Bravo account ${email}.`],
        link: msg`Choose a new password`,
        after: msg`The link is valid for one hour and works once. If this wasn’t you, ignore this email: your password stays as it is.`,
      }
    }
    case 'password_changed': {
      const { email } = notice
      return {
        subject: msg`Your Club Bravo password was changed`,
        lines: [
          msg`The password of the Club Bravo account ${email} has just been changed, and you’ve been signed out on every device.`,
          msg`If this was you, there’s nothing to do. If it wasn’t, choose a new password now:`,
        ],
        link: msg`Choose a new password`,
        after: msg`If you need help, contact us.`,
      }
    }
    case 'account_closed': {
      const date = dateOf(notice.closesAt)
      return {
        subject: msg`Your Club Bravo account is closed`,
        lines: [
          msg`We’ve closed your Club Bravo account, as you asked, and signed you out on every device.`,
          msg`Until ${date} you can change your mind and get it back, with all your points. After that, we delete your personal data for good.`,
        ],
        link: msg`Reopen my account`,
        after: msg`If you didn’t ask for this, open your account again with the link and change your password.`,
      }
    }
    case 'tier_reached':
    case 'tier_ending':
    case 'tier_ended':
      return tierText(notice, dateOf(notice.end), say)
    case 'youth_approved': {
      const date = dateOf(notice.end)
      return {
        subject: msg`You’re in the Young Audience Scheme`,
        lines: [msg`We’ve approved your application to the Young Audience Scheme. It’s valid until ${date}.`],
        link: msg`See my membership`,
        after: msg`You’re receiving this because you applied to join.`,
      }
    }
    case 'youth_rejected':
      return {
        subject: msg`Your application to the Young Audience Scheme`,
        lines: [
          msg`We couldn’t approve your application to the Young Audience Scheme, for this reason:`,
          notice.reason,
          msg`We’ll refund your payment. You can apply again at any time.`,
        ],
        link: msg`Open Club Bravo`,
        after: msg`You’re receiving this because you applied to join.`,
      }
    case 'membership_taken_over': {
      const { memberNo } = notice
      return {
        subject: msg`Your earlier membership is now in Club Bravo`,
        lines: [
          msg`Your earlier membership ${memberNo} was added to a Club Bravo account.`,
          msg`If this was you, there’s nothing to do. If it wasn’t, contact us at once:`,
        ],
        link: msg`Contact us`,
        after: msg`You’re receiving this because your earlier membership has this email address.`,
      }
    }
    case 'reward_redeemed':
      return redemptionText(notice, language)
    case 'miles_converted':
      return milesText(notice)
    case 'event_registered':
    case 'event_waiting':
    case 'event_promoted':
      return eventText(notice, language)
  }
}
