import { useLingui } from '@lingui/react/macro'
import { useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { languages, languageTable, languageTags, type Language } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { rememberLanguage } from '#src/i18n/language.ts'
import { isForBrowser } from '../isForBrowser.ts'
import { languageHref } from './languageHref.ts'
import styles from './LanguageSwitch.module.css'

/**
 * The outlines of short names in Noto Sans CJK (SIL Open Font License 1.1). For one Chinese character, browsers load a
 * Chinese font, which holds up the first paint of English pages; a picture in a file would be a request, and a document
 * for the browser to lay out.
 */
const outlines: Partial<Record<Language, string>> = {
  tc: 'M63 82q15 5 25 12l6-5-25-11Zm-33-3Q20 86 5 89l6 5c8-3 19-8 25-13ZM19 65l22-1-17 5-13 3 2 7c2-1 6-2 34-4v14l-2 1H33l3 6 14-1q5-1 4-6V75l25-2 7 7 6-4-21-15-5 3 7 5-38 2 36-14-4-5-13 6-18 1 17-7-4-4-7 3 1-1 2-4h6v-1l4 5q11-3 17-10 9 8 20 12l4-6q-11-3-19-10 7-7 11-18h7v-6H67l3-7-7-1q-3 13-13 21l5 5 5-6 8 12q-7 6-17 9v-3h-5l1-8h7v-5h-6V18H15l3-4h34V9H21l2-4-6-1Q12 14 3 20l6 4 5-5-1 10H5v5h7l-2 12h29v1l-3 1h-6l1 4h10l-16 6-8 1zm45-47h17l-8 14q-6-6-9-14m-39 6 9 6H18l1-8h8Zm-1 12 9 6H17l1-8h8Zm5-14h13v8h-7l2-3zm5 20 2-3-9-5h15l-2 8Z',
  sc: 'M11 43v53h7V43Zm4-9q7 7 11 13l6-4q-4-6-11-13Zm17 15v35h37V49ZM21 4Q15 18 5 28l6 4q6-5 10-13h6l6 12 7-2-5-10h14v-6H25l3-7Zm39 0q-5 13-13 22l6 4q5-4 8-11h8q5 7 7 13l6-3-5-10h16v-6H64l3-7Zm2 65v9H38v-9ZM38 55h24v9H38Zm-3-21v7h47v46q1 2-2 2H68l2 6 16-1q3-1 3-7V34Z',
}

function ShortName({ lang }: { lang: Language }) {
  const outline = outlines[lang]
  if (outline === undefined) return languageTable[lang].short
  return (
    <svg className={styles['character']} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <path d={outline} />
    </svg>
  )
}

/** The accessible name contains the visible one, for people who use voice control. */
function spokenName(lang: Language): string {
  const { name, short } = languageTable[lang]
  return name.includes(short) ? name : `${short}, ${name}`
}

interface LanguageSwitchProps {
  /** Short labels (EN, 繁, 简), or the whole names. */
  names: 'short' | 'whole'
}

/**
 * Links to the page in the three languages. The choice is remembered. Keeps the history state and the reading position:
 * the chapter in the hash, whose offset differs between languages, or else the scroll position.
 */
export function LanguageSwitch({ names }: LanguageSwitchProps) {
  const { t } = useLingui()
  const router = useRouter()
  const isHydrated = useHydrated()
  const href = useRouterState({ select: ({ location }) => (isHydrated ? location.href : location.pathname) })
  const current = useLanguage()

  const choose = (event: MouseEvent, lang: Language) => {
    rememberLanguage(lang)
    if (isForBrowser(event)) return
    event.preventDefault()
    void router.navigate({
      href: languageHref(href, lang),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: true,
      state: true,
    })
  }
  return (
    <nav aria-label={t`Language`}>
      <ul className={names === 'whole' ? `${styles['list']} ${styles['whole']}` : styles['list']}>
        {languages.map((lang) => (
          <li key={lang}>
            <a
              className={styles['link']}
              href={languageHref(href, lang)}
              lang={languageTags[lang]}
              hrefLang={languageTags[lang]}
              aria-label={names === 'short' ? spokenName(lang) : undefined}
              aria-current={lang === current ? 'true' : undefined}
              onClick={(event) => choose(event, lang)}
            >
              {names === 'short' ? <ShortName lang={lang} /> : languageTable[lang].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
