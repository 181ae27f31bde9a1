import type { Language } from '#contract/language.ts'
import { mailDate } from './mailDate.ts'
import { composeMail, type Mail, type MailText } from './texts.ts'

const closed: Record<Language, (date: string) => MailText> = {
  en: (date) => ({
    subject: 'Your Club Bravo account is closed',
    lines: [
      'We’ve closed your Club Bravo account, as you asked, and signed you out on every device.',
      `Until ${date} you can change your mind and get it back, with all your points. After that, we delete your personal data for good.`,
    ],
    link: 'Reopen my account',
    after: 'If you didn’t ask for this, open your account again with the link and change your password.',
  }),
  tc: (date) => ({
    subject: '你的 Club Bravo 帳戶已取消',
    lines: [
      '我們已按你的要求取消 Club Bravo 帳戶，並在所有裝置上登出。',
      `${date}前，你可隨時改變主意，取回帳戶和所有積分。其後，我們會永久刪除你的個人資料。`,
    ],
    link: '重新啟用帳戶',
    after: '如果不是你提出要求，請以上述連結重新啟用帳戶，並更改密碼。',
  }),
  sc: (date) => ({
    subject: '你的 Club Bravo 账户已注销',
    lines: [
      '我们已按你的要求注销 Club Bravo 账户，并在所有设备上退出登录。',
      `${date}前，你可以随时改变主意，恢复账户和所有积分。之后，我们会永久删除你的个人信息。`,
    ],
    link: '恢复账户',
    after: '如果不是你提出的请求，请用上面的链接恢复账户，并更改密码。',
  }),
}

/** Tells a member that the account is closed, and until when `link` opens it again. */
export function accountClosedMail(
  language: Language,
  to: string,
  { closesAt, link }: { closesAt: Date; link: string },
): Promise<Mail> {
  return composeMail(to, language, closed[language](mailDate(language, closesAt)), link)
}
