import { useLingui } from '@lingui/react/macro'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { languageTable, type LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { chooseText, type ChosenText } from '#src/i18n/localized.ts'
import { LinkResolverContext } from '#src/ui/actions/linkResolver.ts'
import { documentText } from './documentText.ts'
import { appHref, prepareLinks, prepareRichText } from './prepareRichText.ts'
import styles from './RichText.module.css'
import { loadSanitiser, sanitise } from './sanitise.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'

interface RichTextProps {
  /** HTML of the contents: of the API, which is sanitised here, or as the server has written it into the document. */
  text: LocalizedText
  /** The fallback until the sanitiser is loaded; skeletons by default. */
  waiting?: ReactNode
  className?: string | undefined
}

/**
 * A text of the contents with its headings, lists, tables and links. Links into the app use the router, links to other
 * websites open a new tab and say so.
 */
export function RichText({ text, waiting, className }: RichTextProps) {
  const lang = useLanguage()
  const chosen = chooseText(text, lang)
  const isInDocument = useIsDocumentText(`${lang} ${chosen.text}`)
  const ready = useSanitiser(!isInDocument)
  if (chosen.text.trim() === '') return null
  const props = { html: chosen.text, tag: chosen.tag, className }
  if (isInDocument) return <DocumentText {...props} />
  if (!ready) return waiting ?? <Skeleton shape="text" lines={linesOf(chosen)} />
  return <Sanitised {...props} />
}

/** Whether the document has this text here: it is rendered for it, or hydrated, and nothing has replaced it since. */
function useIsDocumentText(text: string): boolean {
  const isHydrated = useHydrated()
  const [inDocument, setInDocument] = useState(isHydrated ? null : text)
  if (inDocument !== null && inDocument !== text) setInDocument(null)
  return inDocument === text
}

/** The approximate number of lines, to size the skeleton of a text. */
function linesOf({ text, lang }: ChosenText): number {
  const lineLength = languageTable[lang].isChinese ? 34 : 70
  return Math.ceil(text.replaceAll(/<[^>]*>/g, '').length / lineLength)
}

interface TextProps {
  html: string
  tag: string | undefined
  className: string | undefined
}

/** What is added to the nodes of a text. */
function useRichTextOptions() {
  const { t } = useLingui()
  const { hidden = '', table: tableClass = '' } = styles
  return {
    lang: useLanguage(),
    resolveLink: use(LinkResolverContext),
    newTab: t`(opens in a new tab)`,
    table: t`Table`,
    hiddenClass: hidden,
    tableClass,
  }
}

const classOf = (className: string | undefined) => [styles['text'], className].filter(Boolean).join(' ')

/** The same object each time, or React would write it. What is hydrated stays as it is. */
const asItIs = { __html: '' }

/** A text that the document brings, as this site's server has prepared it. */
function DocumentText({ html, tag, className }: TextProps) {
  const options = useRichTextOptions()
  const { lang, resolveLink, newTab, hiddenClass } = options
  const place = useFollowedLinks()
  useLayoutEffect(() => {
    // The server knows no external campaigns.
    const base = location.href
    if (place.current) prepareLinks(place.current, { document, base, lang, resolveLink, newTab, hiddenClass })
  }, [place, lang, resolveLink, newTab, hiddenClass])
  return (
    <div
      ref={place}
      lang={tag}
      className={classOf(className)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: documentText(html, options) } : asItIs}
    />
  )
}

function Sanitised({ html, tag, className }: TextProps) {
  const { lang, resolveLink, newTab, table, hiddenClass, tableClass } = useRichTextOptions()
  const place = useFollowedLinks()

  // In render, which React can interrupt between texts, rather than in the layout effects, which run all at once.
  const harmless = useMemo(() => sanitise(html), [html])

  useLayoutEffect(() => {
    if (harmless === null) return
    const fragment = document.importNode(harmless, true)
    const base = location.href
    prepareRichText(fragment, { document, base, lang, resolveLink, newTab, table, hiddenClass, tableClass })
    place.current?.replaceChildren(fragment)
  }, [place, harmless, lang, resolveLink, newTab, table, hiddenClass, tableClass])

  return <div ref={place} lang={tag} className={classOf(className)} />
}

/** The ref of an element whose links into the app use the router. */
function useFollowedLinks() {
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(() => {
    const element = place.current
    const follow = (event: MouseEvent) => {
      const href = appHref(event)
      if (href === null) return
      event.preventDefault()
      void router.navigate({ href })
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [router])
  return place
}

/**
 * Loads the sanitiser where a text is due. Returns whether it is loaded. If its chunk is lost the skeleton stays, and
 * the app offers a reload.
 */
function useSanitiser(isDue: boolean): boolean {
  const [ready, setReady] = useState(() => sanitise('') !== null)
  useEffect(() => {
    let gone = false
    const load = async () => {
      await loadSanitiser()
      if (!gone) setReady(true)
    }
    if (isDue && !ready) void load().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [isDue, ready])
  return ready
}
