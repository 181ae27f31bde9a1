import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Language, languages, languageTable, languageTags } from '#contract/language.ts'
import { messages } from '../messages/messagesByLanguage.ts'

/** Markup whose values have been escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** What every page of the identity provider needs. */
export interface PageContext {
  language: Language
  /** The app's origin, the target of links back. */
  origin: string
  /** The stylesheet's address. */
  stylesheet: string
  /** The script's address, for pages with more than words. */
  script?: string
  /** This page's address in another language; null when it has none (a failure). */
  inLanguage: ((language: Language) => string) | null
}

function languageSwitch({ language, inLanguage }: PageContext): Markup | '' {
  if (!inLanguage) return ''
  const links = languages.map(
    (other) =>
      html`<a
        href="${inLanguage(other)}"
        lang="${languageTags[other]}"
        hreflang="${languageTags[other]}"
        data-takes-email
        aria-current="${other === language ? 'true' : 'false'}"
        >${languageTable[other].short}</a
      >`,
  )
  return html`<nav aria-label="${messages[language].language}">${links}</nav>`
}

/** One page: a masthead with the language switch, and `content` in the middle. Works without its script. */
export function layout(context: PageContext, title: string, content: Markup): Markup {
  const tag = languageTags[context.language]
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171412" media="(prefers-color-scheme: dark)" />
        <title>${title} · Club Bravo</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${context.stylesheet}" />
        ${context.script === undefined ? '' : html`<script type="module" src="${context.script}"></script>`}
      </head>
      <body>
        <header class="masthead">
          <a class="brand" href="${context.origin}/${context.language}">
            <img src="/icon.svg" alt="" width="30" height="30" />
            Club Bravo
          </a>
          ${languageSwitch(context)}
        </header>
        <main class="sheet">${content}</main>
      </body>
    </html>`
}
