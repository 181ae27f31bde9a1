import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { languageTable, type LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { chooseText, type ChosenText } from '#src/i18n/localized.ts'
import { LinkResolverContext } from '#src/ui/actions/linkResolver.ts'
import { appHref, prepareRichText } from './prepareRichText.ts'
import styles from './RichText.module.css'
import { loadSanitiser, sanitise } from './sanitise.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'

interface RichTextProps {
  /** Untrusted HTML of the contents; it is sanitised here. */
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
  const chosen = chooseText(text, useLanguage())
  const ready = useSanitiser()
  if (chosen.text.trim() === '') return null
  if (!ready) return waiting ?? <Skeleton shape="text" lines={linesOf(chosen)} />
  return <Sanitised html={chosen.text} tag={chosen.tag} className={className} />
}

/** The approximate number of lines, to size the skeleton of a text. */
function linesOf({ text, lang }: ChosenText): number {
  const lineLength = languageTable[lang].isChinese ? 34 : 70
  return Math.ceil(text.replaceAll(/<[^>]*>/g, '').length / lineLength)
}

function Sanitised({ html, tag, className }: { html: string; tag: string | undefined; className: string | undefined }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const router = useRouter()
  const resolveLink = use(LinkResolverContext)
  const place = useRef<HTMLDivElement>(null)
  const newTab = t`(opens in a new tab)`
  const table = t`Table`

  // In render, which React can interrupt between texts, rather than in the layout effects, which run all at once.
  const harmless = useMemo(() => sanitise(html), [html])

  useLayoutEffect(() => {
    if (harmless === null) return
    const fragment = document.importNode(harmless, true)
    const { hidden = '', table: tableClass = '' } = styles
    prepareRichText(fragment, { lang, resolveLink, newTab, table, hiddenClass: hidden, tableClass })
    place.current?.replaceChildren(fragment)
  }, [harmless, lang, resolveLink, newTab, table])

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

  return <div ref={place} lang={tag} className={[styles['text'], className].filter(Boolean).join(' ')} />
}

/**
 * Loads the sanitiser. Returns whether it is loaded. If its chunk is lost the skeleton stays, and the app offers a
 * reload.
 */
function useSanitiser(): boolean {
  const [ready, setReady] = useState(() => sanitise('') !== null)
  useEffect(() => {
    let gone = false
    const load = async () => {
      await loadSanitiser()
      if (!gone) setReady(true)
    }
    if (!ready) void load().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [ready])
  return ready
}
