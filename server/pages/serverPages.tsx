// What the server shows and sends, as one module for Node (buildServerPages.ts). The server's own modules import rendering.ts instead.
import '#src/styles/index.css'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Language, languageTags } from '#contract/language.ts'
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
import { messages as en } from './locales/en.po'
import { messages as sc } from './locales/sc.po'
import { messages as tc } from './locales/tc.po'
import { MailboxPage } from './MailboxPage.tsx'
import type { PageFrame } from './pageContext.ts'
import script from './formScript.js?url'
import { CardPage, PaymentNoticePage } from './simulatorPages.tsx'

const catalogs = { en, tc, sc }

const textsIn = (language: Language) =>
  setupI18n({ locale: language, locales: languageTags[language], messages: { [language]: catalogs[language] } })

/** The texts in each language: the active language of a process would be that of another request. */
const texts = { en: textsIn('en'), tc: textsIn('tc'), sc: textsIn('sc') } satisfies Record<Language, unknown>

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
