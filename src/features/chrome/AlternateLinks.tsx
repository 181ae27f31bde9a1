import { useRouterState } from '@tanstack/react-router'
import { languages, languageTags } from '#contract/language.ts'
import { languageOfPath } from '#src/i18n/language.ts'
import { languageHref } from './languageHref.ts'

/** Tells search engines where this page stands in the other languages, and that `/` chooses one. */
export function AlternateLinks() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  if (!languageOfPath(pathname)) return null
  return (
    <>
      {languages.map((lang) => (
        <link
          key={lang}
          rel="alternate"
          hrefLang={languageTags[lang]}
          href={location.origin + languageHref(pathname, lang)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${location.origin}/`} />
    </>
  )
}
