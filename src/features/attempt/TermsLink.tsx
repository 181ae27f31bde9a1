import type { ReactNode } from 'react'
import type { LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'

interface TermsLinkProps {
  /** The page of the offer, after the language: its own terms are there. */
  page: string
  /** Its own terms, where they are known: without any, the club's hold. */
  terms?: LocalizedText
  children: ReactNode
}

/** The terms that a button accepts. In a new tab: what was chosen stays as it is. */
export function TermsLink({ page, terms, children }: TermsLinkProps) {
  const lang = useLanguage()
  const hasOwn = terms === undefined || isWritten(terms, lang)
  return (
    <ExternalLink href={hasOwn ? `/${lang}/${page}#terms` : `/${lang}/terms-and-conditions`}>{children}</ExternalLink>
  )
}
