// What the server shows and sends, as one module for Node (buildServerPages.ts). The server's own modules import
// rendering.ts instead.
import '#src/styles/index.css'
import { type MessageDescriptor, type Messages, setupI18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { inEachLanguage, type Language, languages, languageTags } from '#contract/language.ts'
import type { AccountNotice, MemberNotice } from '#server/mail/notices.ts'
import { CreateAccountPage, SignInPage } from './identityForms.tsx'
import {
  CheckMailPage,
  LinkExpiredPage,
  PageExpiredPage,
  PlainPage,
  SignOutPage,
  TooManyMailsPage,
  VerifiedPage,
  VerifyPage,
} from './identityNotices.tsx'
import { FrameContext } from './Layout.tsx'
import { MailDocument } from './MailDocument.tsx'
import { mailText } from './mailTexts.ts'
import { MailboxPage } from './MailboxPage.tsx'
import type { PageFrame } from './pageContext.ts'
import script from './formScript.js?url'
import { CardPage, PaymentNoticePage } from './simulatorPages.tsx'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*.po', { eager: true })

/** The texts in each language: the active language of a process would be that of another request. */
const texts = inEachLanguage((language) => {
  const messages = catalogs[`./locales/${language}.po`]?.messages ?? {}
  return setupI18n({ locale: language, locales: languageTags[language], messages: { [language]: messages } })
})

/** Said in every language where no page can be shown. */
export const failureText = languages
  .map((language) => texts[language]._(msg`Something went wrong on our side. Please try again in a minute.`))
  .join('\n')

/** Renders a page as a document of HTML. */
function documentOf<Props extends object>(Page: ComponentType<Props>) {
  return (frame: Omit<PageFrame, 'script'>, props: Props): string => {
    const document = renderToStaticMarkup(
      <I18nProvider i18n={texts[frame.language]}>
        <FrameContext value={{ ...frame, script }}>
          <Page {...props} />
        </FrameContext>
      </I18nProvider>,
    )
    return `<!doctype html>${document}`
  }
}

const documents = {
  CardPage: documentOf(CardPage),
  CheckMailPage: documentOf(CheckMailPage),
  CreateAccountPage: documentOf(CreateAccountPage),
  LinkExpiredPage: documentOf(LinkExpiredPage),
  MailboxPage: documentOf(MailboxPage),
  PageExpiredPage: documentOf(PageExpiredPage),
  PaymentNoticePage: documentOf(PaymentNoticePage),
  PlainPage: documentOf(PlainPage),
  SignInPage: documentOf(SignInPage),
  SignOutPage: documentOf(SignOutPage),
  TooManyMailsPage: documentOf(TooManyMailsPage),
  VerifiedPage: documentOf(VerifiedPage),
  VerifyPage: documentOf(VerifyPage),
}

/** What each page shows. */
export type PageProps = { [Name in keyof typeof documents]: Parameters<(typeof documents)[Name]>[1] }

/** The pages that the server writes. */
export const pages: {
  [Name in keyof PageProps]: (frame: Omit<PageFrame, 'script'>, props: PageProps[Name]) => string
} = documents

/** A mail: its subject, its plain text, and the same as HTML. */
export function writeMail(language: Language, notice: AccountNotice | MemberNotice, to: string) {
  const i18n = texts[language]
  const say = (message: MessageDescriptor) => i18n._(message)
  const words = mailText(notice, language, say)
  const [subject, says, after] = [say(words.subject), say(words.link), say(words.after)]
  const lines = words.lines.map((line) => (typeof line === 'string' ? line : say(line)))
  const mail = <MailDocument language={language} subject={subject} lines={lines} link={{ to, says }} after={after} />
  return {
    subject,
    text: [...lines, to, after, 'Club Bravo'].join('\n\n'),
    html: `<!doctype html>${renderToStaticMarkup(mail)}`,
  }
}
