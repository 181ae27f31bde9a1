import { html } from 'hono/html'
import { type Language, languageTags } from '#contract/language.ts'

/** A mail as it is sent: plain text, and the same as HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

interface Words {
  subject: string
  lines: readonly string[]
  link: string
  after: string
}

const verification: Record<Language, (email: string) => Words> = {
  en: (email) => ({
    subject: 'Verify your email address for Club Bravo',
    lines: [`Please tell us that ${email} is your address: open this link and confirm it.`],
    link: 'Verify my address',
    after:
      'The link works for two days. If you have not created an account at Club Bravo, ignore this mail: nothing happens without the link.',
  }),
  tc: (email) => ({
    subject: '驗證你的 Club Bravo 電郵地址',
    lines: [`請開啟以下連結，確認 ${email} 是你的電郵地址。`],
    link: '驗證電郵地址',
    after: '連結的有效期為兩日。如果你沒有在 Club Bravo 建立帳戶，不必理會這封電郵。',
  }),
  sc: (email) => ({
    subject: '验证你的 Club Bravo 邮箱',
    lines: [`请打开以下链接，确认 ${email} 是你的邮箱。`],
    link: '验证邮箱',
    after: '链接有效期为两天。如果你没有在 Club Bravo 注册账户，请忽略这封邮件。',
  }),
}

const existingAccount: Record<Language, (email: string) => Words> = {
  en: (email) => ({
    subject: 'You already have a Club Bravo account',
    lines: [
      `Somebody, most likely you, has just tried to create an account at Club Bravo with ${email}.`,
      'There is one already: sign in with the password that you chose then.',
    ],
    link: 'Open Club Bravo',
    after: 'If it was not you, there is nothing that you need to do: nobody has got into your account.',
  }),
  tc: (email) => ({
    subject: '你已有 Club Bravo 帳戶',
    lines: [
      `剛才有人（很可能是你）嘗試以 ${email} 建立 Club Bravo 帳戶。`,
      '這個地址已有帳戶，請用你當時設定的密碼登入。',
    ],
    link: '開啟 Club Bravo',
    after: '如果不是你本人，毋須理會這封電郵，沒有人進入過你的帳戶。',
  }),
  sc: (email) => ({
    subject: '你已有 Club Bravo 账户',
    lines: [
      `刚才有人（很可能是你本人）尝试用 ${email} 注册 Club Bravo 账户。`,
      '这个邮箱已有账户，请用你当时设置的密码登录。',
    ],
    link: '打开 Club Bravo',
    after: '如果不是你本人操作，请忽略这封邮件，没有人进入过你的账户。',
  }),
}

async function mail(to: string, language: Language, words: Words, link: string): Promise<Mail> {
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
  return mail(to, language, verification[language](to), link)
}

/** Tells the owner of an address that it has an account already, after somebody asked for another one with it. */
export function existingAccountMail(language: Language, to: string, link: string): Promise<Mail> {
  return mail(to, language, existingAccount[language](to), link)
}
