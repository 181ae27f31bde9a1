import type { Language } from '#contract/language.ts'
import { composeMail, type Mail, type MailText } from './texts.ts'

const newAddress: Record<Language, (email: string) => MailText> = {
  en: (email) => ({
    subject: 'Confirm your new Club Bravo email address',
    lines: [`Please confirm that ${email} is to be the email address of your Club Bravo account.`],
    link: 'Confirm my new address',
    after: 'The link is valid for two days and works once. If you haven’t asked for this, ignore this email.',
  }),
  tc: (email) => ({
    subject: '確認你的 Club Bravo 新電郵地址',
    lines: [`請確認將 ${email} 設為你的 Club Bravo 帳戶電郵地址。`],
    link: '確認新電郵地址',
    after: '連結的有效期為兩日，只可使用一次。如果你沒有提出要求，毋須理會這封電郵。',
  }),
  sc: (email) => ({
    subject: '确认你的 Club Bravo 新邮箱',
    lines: [`请确认将 ${email} 设为你的 Club Bravo 账户邮箱。`],
    link: '确认新邮箱',
    after: '链接有效期为两天，只能使用一次。如果不是你提出的请求，请忽略这封邮件。',
  }),
}

const changed: Record<Language, (newEmail: string) => MailText> = {
  en: (newEmail) => ({
    subject: 'Your Club Bravo email address was changed',
    lines: [
      `The email address of your Club Bravo account is now ${newEmail}. Sign in with it from now on.`,
      'If you didn’t change it, contact us at once:',
    ],
    link: 'Contact us',
    after: 'This is the last email to your old address.',
  }),
  tc: (newEmail) => ({
    subject: '你的 Club Bravo 電郵地址已更改',
    lines: [`你的 Club Bravo 帳戶電郵地址已改為 ${newEmail}，日後請以此登入。`, '如果不是你本人更改，請立即聯絡我們：'],
    link: '聯絡我們',
    after: '這是發送至你舊電郵地址的最後一封電郵。',
  }),
  sc: (newEmail) => ({
    subject: '你的 Club Bravo 邮箱已更改',
    lines: [`你的 Club Bravo 账户邮箱已改为 ${newEmail}，以后请用它登录。`, '如果不是你本人操作，请立即联系我们：'],
    link: '联系我们',
    after: '这是发送至你旧邮箱的最后一封邮件。',
  }),
}

/** Asks the reader of a new address to confirm it. `link` works once. */
export function newAddressMail(language: Language, to: string, link: string): Promise<Mail> {
  return composeMail(to, language, newAddress[language](to), link)
}

/** Tells the old address that it was replaced. */
export function emailChangedMail(
  language: Language,
  to: string,
  { newEmail, link }: { newEmail: string; link: string },
): Promise<Mail> {
  return composeMail(to, language, changed[language](newEmail), link)
}
