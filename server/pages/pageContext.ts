import type { Language } from '#contract/language.ts'

/** What every page that the server writes needs. */
export interface PageContext {
  language: Language
  /** The app's origin, the target of links back. */
  origin: string
  /** This page's address in another language; null when it has none (a failure). */
  inLanguage: ((language: Language) => string) | null
}

/** A page's context, and the addresses of its files. */
export interface PageFrame extends PageContext {
  stylesheet: string
  /** Of the headings: asked for with the page, it is there when they are drawn. */
  font: string
  script: string
  passkeyScript: string
}
