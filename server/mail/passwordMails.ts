import type { Language } from '#contract/language.ts'
import { composeMail, type Mail, type MailText } from './texts.ts'

const reset: Record<Language, (email: string) => MailText> = {
  en: (email) => ({
    subject: 'Choose a new Club Bravo password',
    lines: [`Someone, most likely you, has asked for a new password for the Club Bravo account ${email}.`],
    link: 'Choose a new password',
    after:
      'The link is valid for one hour and works once. If this wasn’t you, ignore this email: your password stays as it is.',
  }),
  tc: (email) => ({
    subject: '重設你的 Club Bravo 密碼',
    lines: [`剛才有人（很可能是你）要求為 Club Bravo 帳戶 ${email} 設定新密碼。`],
    link: '設定新密碼',
    after: '連結的有效期為一小時，只可使用一次。如果不是你本人，毋須理會這封電郵，你的密碼維持不變。',
  }),
  sc: (email) => ({
    subject: '重设你的 Club Bravo 密码',
    lines: [`刚才有人（很可能是你本人）请求为 Club Bravo 账户 ${email} 设置新密码。`],
    link: '设置新密码',
    after: '链接有效期为一小时，只能使用一次。如果不是你本人操作，请忽略这封邮件，你的密码不会改变。',
  }),
}

const changed: Record<Language, (email: string) => MailText> = {
  en: (email) => ({
    subject: 'Your Club Bravo password was changed',
    lines: [
      `The password of the Club Bravo account ${email} has just been changed, and you’ve been signed out on every device.`,
      'If this was you, there’s nothing to do. If it wasn’t, choose a new password now:',
    ],
    link: 'Choose a new password',
    after: 'If you need help, contact us.',
  }),
  tc: (email) => ({
    subject: '你的 Club Bravo 密碼已更改',
    lines: [
      `Club Bravo 帳戶 ${email} 的密碼剛已更改，所有裝置均已登出。`,
      '如果是你本人更改，毋須跟進。如果不是，請立即設定新密碼：',
    ],
    link: '設定新密碼',
    after: '如需協助，請聯絡我們。',
  }),
  sc: (email) => ({
    subject: '你的 Club Bravo 密码已更改',
    lines: [
      `Club Bravo 账户 ${email} 的密码刚刚被更改，所有设备均已退出登录。`,
      '如果是你本人操作，无需处理。如果不是，请立即设置新密码：',
    ],
    link: '设置新密码',
    after: '如需帮助，请联系我们。',
  }),
}

/** Lets the owner of an account choose a new password. `link` works once. */
export function passwordResetMail(language: Language, to: string, link: string): Promise<Mail> {
  return composeMail(to, language, reset[language](to), link)
}

/** Tells the owner of an account that its password was changed. `link` leads to where a new one can be asked for. */
export function passwordChangedMail(language: Language, to: string, link: string): Promise<Mail> {
  return composeMail(to, language, changed[language](to), link)
}
