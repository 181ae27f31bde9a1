import type { Transaction } from 'kysely'
import { type HigherTier, paidTier } from '#contract/member/tiers.ts'
import type { Language } from '#contract/language.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/store/tables.ts'
import { mailDate } from './mailDate.ts'
import { addMailFor } from './mailer.ts'
import { type EventNotice, eventTexts } from './eventMails.ts'
import { type MilesNotice, milesTexts } from './milesMails.ts'
import { redemptionTexts, type RedemptionNotice } from './redemptionMails.ts'
import { composeMail, type MailText } from './texts.ts'
import { tierTexts } from './tierMails.ts'

/**
 * What a member is told. `end`: the last moment of a tier or an approval. `reason`: an operator's words. `memberNo`: that of the old
 * programme, whose address is told.
 */
export type MemberNotice =
  | { kind: 'tier_reached' | 'tier_ending' | 'tier_ended'; tier: HigherTier; end: Date }
  | { kind: 'youth_approved'; end: Date }
  | { kind: 'youth_rejected'; reason: string }
  | { kind: 'membership_taken_over'; memberNo: string }
  | ({ kind: 'reward_redeemed' } & RedemptionNotice)
  | ({ kind: 'miles_converted' } & MilesNotice)
  | EventNotice

/** Tells a member something by mail, in the transaction that makes it true. */
export type NotifyMember = (
  db: Transaction<Database>,
  to: { email: string; language: Language },
  notice: MemberNotice,
) => Promise<void>

type DecisionTexts = Record<Language, (about: string) => MailText>

const youthApproved: DecisionTexts = {
  en: (day) => ({
    subject: 'You’re in the Young Audience Scheme',
    lines: [`We’ve approved your application to the Young Audience Scheme. It’s valid until ${day}.`],
    link: 'See my membership',
    after: 'You’re receiving this because you applied to join.',
  }),
  tc: (day) => ({
    subject: '你已加入青少年聽眾計劃',
    lines: [`你的青少年聽眾計劃申請已獲批准，有效期至${day}。`],
    link: '查看我的會籍',
    after: '由於你曾提出申請，我們向你發送這封電郵。',
  }),
  sc: (day) => ({
    subject: '你已加入青少年听众计划',
    lines: [`你的青少年听众计划申请已获批准，有效期至${day}。`],
    link: '查看我的会员资格',
    after: '由于你曾提出申请，我们向你发送这封邮件。',
  }),
}

const youthRejected: DecisionTexts = {
  en: (reason) => ({
    subject: 'Your application to the Young Audience Scheme',
    lines: [
      'We couldn’t approve your application to the Young Audience Scheme, for this reason:',
      reason,
      'We’ll refund your payment. You can apply again at any time.',
    ],
    link: 'Open Club Bravo',
    after: 'You’re receiving this because you applied to join.',
  }),
  tc: (reason) => ({
    subject: '你的青少年聽眾計劃申請',
    lines: ['我們未能批准你的青少年聽眾計劃申請，原因如下：', reason, '我們會退還你的款項，你可隨時再次申請。'],
    link: '開啟 Club Bravo',
    after: '由於你曾提出申請，我們向你發送這封電郵。',
  }),
  sc: (reason) => ({
    subject: '你的青少年听众计划申请',
    lines: ['我们未能批准你的青少年听众计划申请，原因如下：', reason, '我们会退还你的款项，你可以随时再次申请。'],
    link: '打开 Club Bravo',
    after: '由于你曾提出申请，我们向你发送这封邮件。',
  }),
}

const membershipTakenOver: DecisionTexts = {
  en: (memberNo) => ({
    subject: 'Your earlier membership is now in Club Bravo',
    lines: [
      `Your earlier membership ${memberNo} was added to a Club Bravo account.`,
      'If this was you, there’s nothing to do. If it wasn’t, contact us at once:',
    ],
    link: 'Contact us',
    after: 'You’re receiving this because your earlier membership has this email address.',
  }),
  tc: (memberNo) => ({
    subject: '你的舊會籍已轉移至 Club Bravo',
    lines: [
      `你的舊會籍 ${memberNo} 剛已加入一個 Club Bravo 帳戶。`,
      '如果是你本人操作，毋須跟進。如果不是，請立即聯絡我們：',
    ],
    link: '聯絡我們',
    after: '由於你的舊會籍登記了這個電郵地址，我們向你發送這封電郵。',
  }),
  sc: (memberNo) => ({
    subject: '你的旧会员资格已转移至 Club Bravo',
    lines: [
      `你的旧会员资格 ${memberNo} 刚刚加入了一个 Club Bravo 账户。`,
      '如果是你本人操作，无需处理。如果不是，请立即联系我们：',
    ],
    link: '联系我们',
    after: '由于你的旧会员资格登记了这个邮箱，我们向你发送这封邮件。',
  }),
}

function textOf(language: Language, notice: MemberNotice): MailText {
  switch (notice.kind) {
    case 'tier_reached':
    case 'tier_ending':
    case 'tier_ended':
      return tierTexts[notice.kind][language](notice.tier, mailDate(language, notice.end))
    case 'youth_approved':
      return youthApproved[language](mailDate(language, notice.end))
    case 'youth_rejected':
      return youthRejected[language](notice.reason)
    case 'membership_taken_over':
      return membershipTakenOver[language](notice.memberNo)
    case 'reward_redeemed':
      return redemptionTexts[language](notice)
    case 'miles_converted':
      return milesTexts[language](notice)
    case 'event_registered':
    case 'event_waiting':
    case 'event_promoted':
      return eventTexts[language](notice)
  }
}

/** The page that a mail leads to. */
function pageOf(notice: MemberNotice): string {
  if (notice.kind === 'membership_taken_over') return 'contact-us'
  if (notice.kind === 'reward_redeemed') return 'my-rewards'
  if ('alias' in notice) return `event/${notice.alias}`
  if (notice.kind === 'miles_converted') return 'point-transaction-log'
  return notice.kind === 'tier_ended' && notice.tier === paidTier ? 'registration-red' : 'member-detail'
}

/** Writes mails about memberships to the outbox. */
export function memberMails({ smtpUrl, origin }: Pick<Config, 'smtpUrl' | 'origin'>): NotifyMember {
  const add = addMailFor(smtpUrl)
  return async (db, { email, language }, notice) => {
    const link = `${origin}/${language}/${pageOf(notice)}`
    await add(db, await composeMail(email, language, textOf(language, notice), link))
  }
}
