import type { Language, LocalizedText } from '#contract/language.ts'
import type { MailText } from './texts.ts'

/** A registration, of which the member is told. */
export interface EventNotice {
  kind: 'event_registered' | 'event_waiting' | 'event_promoted'
  alias: string
  name: LocalizedText
  quantity: number
  refNo: string
}

type Texts = Record<Language, (notice: EventNotice) => MailText>

const after: Record<Language, string> = {
  en: 'You’re receiving this because you registered for an event.',
  tc: '由於你登記了活動，我們向你發送這封電郵。',
  sc: '由于你报名了活动，我们向你发送这封邮件。',
}
const link: Record<Language, string> = { en: 'See the event', tc: '查看活動', sc: '查看活动' }

const placesIn: Record<Language, (notice: EventNotice) => string> = {
  en: ({ quantity, refNo }) => `${quantity} ${quantity === 1 ? 'place' : 'places'}. Your reference: ${refNo}`,
  tc: ({ quantity, refNo }) => `名額：${quantity}。參考編號：${refNo}`,
  sc: ({ quantity, refNo }) => `名额：${quantity}。参考编号：${refNo}`,
}

const texts: Record<EventNotice['kind'], Record<Language, (name: string) => [subject: string, line: string]>> = {
  event_registered: {
    en: (name) => [`You’re registered for ${name}`, `We look forward to seeing you at ${name}.`],
    tc: (name) => [`你已登記參加${name}`, `期待在${name}見到你。`],
    sc: (name) => [`你已报名参加${name}`, `期待在${name}见到你。`],
  },
  event_waiting: {
    en: (name) => [
      `You’re on the waiting list for ${name}`,
      'As soon as places are free, they’re yours, and we’ll email you.',
    ],
    tc: (name) => [`你已加入${name}的候補名單`, '一有名額，我們便會為你登記，並以電郵通知你。'],
    sc: (name) => [`你已加入${name}的候补名单`, '一有名额，我们就会为你报名，并以邮件通知你。'],
  },
  event_promoted: {
    en: (name) => [
      `Your places for ${name} are confirmed`,
      'Places became free, and they’re yours. If you can’t come, please cancel, so that others can.',
    ],
    tc: (name) => [`你已獲得${name}的名額`, '現有名額空出，並已為你登記。如未能出席，請取消登記，讓其他人參加。'],
    sc: (name) => [`你已获得${name}的名额`, '现有名额空出，并已为你报名。如不能出席，请取消报名，让其他人参加。'],
  },
}

const textsIn =
  (language: Language) =>
  (notice: EventNotice): MailText => {
    const [subject, line] = texts[notice.kind][language](notice.name[language])
    return { subject, lines: [line, placesIn[language](notice)], link: link[language], after: after[language] }
  }

/** What a member is told about a registration for an event. */
export const eventTexts: Texts = { en: textsIn('en'), tc: textsIn('tc'), sc: textsIn('sc') }
