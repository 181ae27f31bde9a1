// What the server shows and sends, as one module for Node (buildServerPages.ts). The server's own modules import
// rendering.ts instead.
import '#src/styles/index.css'
import { type MessageDescriptor, type Messages, setupI18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { calendarFile } from '#contract/calendarFile.ts'
import { inEachLanguage, type Language, languages, languageTags } from '#contract/language.ts'
import { writerIn } from '#server/mail/kinds/mailKind.ts'
import { type MailKind, mails } from '#server/mail/kinds/mails.ts'
import { CreateAccountPage, JoiningOpensSoonPage, SignInPage } from './identityForms.tsx'
import {
  CheckMailPage,
  LinkExpiredPage,
  PageExpiredPage,
  PasskeyOfferPage,
  PlainPage,
  SignOutPage,
  TooManyMailsPage,
  KeepAddressPage,
  NewAddressPage,
  UnsubscribePage,
  VerifiedPage,
  VerifyPage,
} from './identityNotices.tsx'
import { FrameContext } from './Layout.tsx'
import { MailDocument } from './MailDocument.tsx'
import { mailFrame, plainMail } from './mailFrame.ts'
import { MailboxPage } from './MailboxPage.tsx'
import type { PageFrame } from './pageContext.ts'
import script from './formScript.js?url'
import passkeyScript from './passkeyScript.js?url'
import { CardPage, PaymentNoticePage } from './simulatorPages.tsx'
import { StaffInvitationPage, StaffSignInPage } from './staffPages.tsx'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*.po', { eager: true })

/** The texts in each language: the active language of a process would be that of another request. */
const texts = inEachLanguage((language) => {
  const messages = catalogs[`./locales/${language}.po`]?.messages ?? {}
  return setupI18n({ locale: language, locales: languageTags[language], messages: { [language]: messages } })
})

/** Said in every language where no page can be shown. */
export const failureText = languages
  .map((language) => texts[language]._(msg`Something went wrong on our side. Try again in a minute.`))
  .join('\n')

/** Renders a page as a document of HTML. */
function documentOf<Props extends object>(Page: ComponentType<Props>) {
  return (frame: Omit<PageFrame, 'script' | 'passkeyScript'>, props: Props): string => {
    const document = renderToStaticMarkup(
      <I18nProvider i18n={texts[frame.language]}>
        <FrameContext value={{ ...frame, script, passkeyScript }}>
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
  JoiningOpensSoonPage: documentOf(JoiningOpensSoonPage),
  LinkExpiredPage: documentOf(LinkExpiredPage),
  MailboxPage: documentOf(MailboxPage),
  PageExpiredPage: documentOf(PageExpiredPage),
  PaymentNoticePage: documentOf(PaymentNoticePage),
  PasskeyOfferPage: documentOf(PasskeyOfferPage),
  PlainPage: documentOf(PlainPage),
  StaffInvitationPage: documentOf(StaffInvitationPage),
  SignInPage: documentOf(SignInPage),
  SignOutPage: documentOf(SignOutPage),
  StaffSignInPage: documentOf(StaffSignInPage),
  TooManyMailsPage: documentOf(TooManyMailsPage),
  KeepAddressPage: documentOf(KeepAddressPage),
  NewAddressPage: documentOf(NewAddressPage),
  UnsubscribePage: documentOf(UnsubscribePage),
  VerifiedPage: documentOf(VerifiedPage),
  VerifyPage: documentOf(VerifyPage),
}

/** What each page shows. */
export type PageProps = { [Name in keyof typeof documents]: Parameters<(typeof documents)[Name]>[1] }

/** The pages that the server writes. */
export const pages: {
  [Name in keyof PageProps]: (frame: Omit<PageFrame, 'script' | 'passkeyScript'>, props: PageProps[Name]) => string
} = documents

const isKind = (kind: string): kind is MailKind => Object.hasOwn(mails, kind)

/**
 * A mail: its subject, its plain text, the same as HTML, and a date for the reader's calendar where it tells one. Null
 * where this version does not know its kind, or not these facts.
 *
 * @param told.at when it happened
 * @param to.name null where nobody has proved that it is the reader's
 * @param links.unsubscribe null for what everybody gets
 */
export function writeMail(
  told: { kind: string; facts: unknown; at: Date },
  { language, name }: { language: Language; name: string | null },
  { origin, unsubscribe }: { origin: string; unsubscribe: string | null },
) {
  const i18n = texts[language]
  const writer = writerIn(language, (message: MessageDescriptor) => i18n._(message))
  const read = isKind(told.kind) ? mails[told.kind].read(told.facts, writer) : null
  if (read === null) return null
  const { content, page, date } = read
  const home = `${origin}/${language}`
  const link = page.startsWith('/') ? origin + page : `${home}/${page}`
  const frame = mailFrame(content, name, { link, unsubscribe, home }, writer)
  return {
    subject: frame.subject,
    text: plainMail(frame, writer),
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument language={language} frame={frame} />)}`,
    calendar: date && calendarFile({ ...date, url: link }, new URL(link).hostname, told.at),
  }
}
