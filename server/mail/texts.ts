import { html } from 'hono/html'
import { type Language, languageTags } from '#contract/language.ts'

/** A mail as it is sent: plain text, and the same as HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** A mail's words: paragraphs, a link, and a paragraph after it. */
export interface MailText {
  subject: string
  lines: readonly string[]
  link: string
  after: string
}

const verification: Record<Language, (email: string) => MailText> = {
  en: (email) => ({
    subject: 'Verify your email address for Club Bravo',
    lines: [`Please confirm that ${email} is your email address by opening this link.`],
    link: 'Verify my email',
    after: 'The link is valid for two days. If you haven’t created a Club Bravo account, ignore this email.',
  }),
  tc: (email) => ({
    subject: '驗證你的 Club Bravo 電郵地址',
    lines: [`請開啟以下連結，確認 ${email} 是你的電郵地址。`],
    link: '驗證電郵地址',
    after: '連結的有效期為兩日。如果你沒有在 Club Bravo 建立帳戶，毋須理會這封電郵。',
  }),
  sc: (email) => ({
    subject: '验证你的 Club Bravo 邮箱',
    lines: [`请打开以下链接，确认 ${email} 是你的邮箱。`],
    link: '验证邮箱',
    after: '链接有效期为两天。如果你没有在 Club Bravo 注册账户，请忽略这封邮件。',
  }),
}

const existingAccount: Record<Language, (email: string) => MailText> = {
  en: (email) => ({
    subject: 'You already have a Club Bravo account',
    lines: [
      `Someone, most likely you, has just tried to create a Club Bravo account with ${email}.`,
      'You already have an account: sign in with your existing password.',
    ],
    link: 'Open Club Bravo',
    after: 'If this wasn’t you, ignore this email. Your account is safe.',
  }),
  tc: (email) => ({
    subject: '你已有 Club Bravo 帳戶',
    lines: [`剛才有人（很可能是你）嘗試以 ${email} 建立 Club Bravo 帳戶。`, '你已有帳戶，請用現有密碼登入。'],
    link: '開啟 Club Bravo',
    after: '如果不是你本人，毋須理會這封電郵，你的帳戶安全無恙。',
  }),
  sc: (email) => ({
    subject: '你已有 Club Bravo 账户',
    lines: [`刚才有人（很可能是你本人）尝试用 ${email} 注册 Club Bravo 账户。`, '你已有账户，请用现有密码登录。'],
    link: '打开 Club Bravo',
    after: '如果不是你本人操作，请忽略这封邮件，你的账户是安全的。',
  }),
}

/** Composes a mail, as text and as HTML. */
export async function composeMail(to: string, language: Language, words: MailText, link: string): Promise<Mail> {
  const paragraphs = words.lines.map((line) => html`<p>${line}</p>`)
  const body = await html`<!doctype html>
    <html lang="${languageTags[language]}">
      <meta charset="utf-8" /><title>${words.subject}</title>
      <body>
        ${paragraphs}
        <p><a href="${link}">${words.link}</a></p>
        <p>${words.after}</p>
        <p>Club Bravo</p>
      </body>
    </html>`
  return {
    to,
    subject: words.subject,
    text: [...words.lines, link, words.after, 'Club Bravo'].join('\n\n'),
    html: body.toString(),
  }
}

/** Asks the owner of an address to verify it. `link` is the one-time link. */
export function verificationMail(language: Language, to: string, link: string): Promise<Mail> {
  return composeMail(to, language, verification[language](to), link)
}

/** Informs the owner of an address that it already has an account, after someone tried to create another one. */
export function existingAccountMail(language: Language, to: string, link: string): Promise<Mail> {
  return composeMail(to, language, existingAccount[language](to), link)
}
