import { useRouterState } from '@tanstack/react-router'
import { origin } from '#src/config.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { languageOfPath } from '#src/i18n/language.ts'
import { isPublicPage } from '#src/i18n/pageMessages.ts'
import { Head } from '#src/ui/layout/Head.tsx'
import { headTags } from './headTags.ts'

/** The head tags of the page for search engines and shared links; title and description are the page's own. */
export function DocumentHead() {
  const lang = useLanguage()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const isPublic = useRouterState({ select: ({ matches }) => isPublicPage(matches.at(-1)?.routeId ?? '') })
  if (!languageOfPath(pathname)) return null
  const { links, metas, properties } = headTags({ origin, pathname, lang, isPublic })
  return (
    <Head>
      {links.map((link) => (
        <link key={link.rel + (link.hrefLang ?? '')} {...link} />
      ))}
      {metas.map((meta) => (
        <meta key={meta.name} {...meta} />
      ))}
      {properties.map((meta) => (
        <meta key={meta.property + meta.content} {...meta} />
      ))}
    </Head>
  )
}
