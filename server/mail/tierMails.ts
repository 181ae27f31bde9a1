import { type HigherTier, paidTier } from '#contract/member/tiers.ts'
import type { Language } from '#contract/language.ts'
import type { MailText } from './texts.ts'

const tierNames: Record<Language, Record<HigherTier, string>> = {
  en: { Red: 'Red', Gold: 'Gold', Diamond: 'Diamond' },
  tc: { Red: '紅卡', Gold: '金卡', Diamond: '鑽石卡' },
  sc: { Red: '红卡', Gold: '金卡', Diamond: '钻石卡' },
}

type Texts = Record<Language, (tier: HigherTier, day: string) => MailText>

/** What stays, and how a member gets the tier again: Red is bought, Gold comes with the ticket spend. */
const afterwards: Record<Language, Record<HigherTier, string>> = {
  en: {
    Red: 'You can renew at any time, and your points stay yours.',
    Gold: 'Your ticket spend can make you a Gold member again, and your points stay yours.',
    Diamond: 'Your points stay yours.',
  },
  tc: {
    Red: '你可隨時續期，積分不受影響。',
    Gold: '購票消費再次達標，即可重新成為金卡會員。你的積分不受影響。',
    Diamond: '你的積分不受影響。',
  },
  sc: {
    Red: '你可以随时续期，积分不受影响。',
    Gold: '购票消费再次达标，即可重新成为金卡会员。你的积分不受影响。',
    Diamond: '你的积分不受影响。',
  },
}

const reached: Texts = {
  en: (tier, day) => ({
    subject: `You’re now a ${tierNames.en[tier]} member`,
    lines: [
      `Thank you for all your concerts with us: your ticket spend has made you a ${tierNames.en[tier]} member of Club Bravo.`,
      `Your ${tierNames.en[tier]} membership is valid until ${day}.`,
    ],
    link: 'See my membership',
    after: 'You’re receiving this because your membership has changed.',
  }),
  tc: (tier, day) => ({
    subject: `你已成為${tierNames.tc[tier]}會員`,
    lines: [
      `感謝你一直以來的支持。你的購票消費已達標，現已成為 Club Bravo ${tierNames.tc[tier]}會員。`,
      `你的${tierNames.tc[tier]}會籍有效期至${day}。`,
    ],
    link: '查看我的會籍',
    after: '由於你的會籍有變更，我們向你發送這封電郵。',
  }),
  sc: (tier, day) => ({
    subject: `你已成为${tierNames.sc[tier]}会员`,
    lines: [
      `感谢你一直以来的支持。你的购票消费已达标，现已成为 Club Bravo ${tierNames.sc[tier]}会员。`,
      `你的${tierNames.sc[tier]}会员资格有效期至${day}。`,
    ],
    link: '查看我的会员资格',
    after: '由于你的会员资格有变更，我们向你发送这封邮件。',
  }),
}

const ending: Texts = {
  en: (tier, day) => ({
    subject: `Your ${tierNames.en[tier]} membership ends on ${day}`,
    lines: [
      `Your ${tierNames.en[tier]} membership of Club Bravo is valid until ${day}.`,
      `From 1 September you continue as a Basic member. ${afterwards.en[tier]}`,
    ],
    link: 'See my membership',
    after: 'You’re receiving this because your membership is about to change.',
  }),
  tc: (tier, day) => ({
    subject: `你的${tierNames.tc[tier]}會籍將於${day}到期`,
    lines: [
      `你的 Club Bravo ${tierNames.tc[tier]}會籍有效期至${day}。`,
      `由9月1日起，你會成為基本會員。${afterwards.tc[tier]}`,
    ],
    link: '查看我的會籍',
    after: '由於你的會籍將有變更，我們向你發送這封電郵。',
  }),
  sc: (tier, day) => ({
    subject: `你的${tierNames.sc[tier]}会员资格将于${day}过期`,
    lines: [
      `你的 Club Bravo ${tierNames.sc[tier]}会员资格有效期至${day}。`,
      `自9月1日起，你将成为基本会员。${afterwards.sc[tier]}`,
    ],
    link: '查看我的会员资格',
    after: '由于你的会员资格即将变更，我们向你发送这封邮件。',
  }),
}

const ended: Texts = {
  en: (tier, day) => ({
    subject: `Your ${tierNames.en[tier]} membership has ended`,
    lines: [
      `Your ${tierNames.en[tier]} membership of Club Bravo was valid until ${day}. You’re now a Basic member.`,
      afterwards.en[tier],
    ],
    link: tier === paidTier ? 'Renew my membership' : 'See my membership',
    after: 'You’re receiving this because your membership has changed.',
  }),
  tc: (tier, day) => ({
    subject: `你的${tierNames.tc[tier]}會籍已到期`,
    lines: [`你的 Club Bravo ${tierNames.tc[tier]}會籍已於${day}到期。你現在是基本會員。`, afterwards.tc[tier]],
    link: tier === paidTier ? '會籍續期' : '查看我的會籍',
    after: '由於你的會籍有變更，我們向你發送這封電郵。',
  }),
  sc: (tier, day) => ({
    subject: `你的${tierNames.sc[tier]}会员资格已过期`,
    lines: [`你的 Club Bravo ${tierNames.sc[tier]}会员资格已于${day}过期。你现在是基本会员。`, afterwards.sc[tier]],
    link: tier === paidTier ? '会员续期' : '查看我的会员资格',
    after: '由于你的会员资格有变更，我们向你发送这封邮件。',
  }),
}

/** The texts about a tier; `day` is its last one, written out. */
export const tierTexts = { tier_reached: reached, tier_ending: ending, tier_ended: ended } satisfies Record<
  string,
  Texts
>
