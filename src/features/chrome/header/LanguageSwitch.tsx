import { useLingui } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { languages, languageTags, type Language } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { rememberLanguage } from '#src/i18n/language.ts'
import { isForBrowser } from '../isForBrowser.ts'
import { languageHref } from './languageHref.ts'
import styles from './LanguageSwitch.module.css'

/**
 * The accessible name contains the visible one, for people who use voice control. The short Chinese ones, 繁 and 简, are pictures: for one
 * Chinese character, browsers load a Chinese font, which holds up the first paint of English pages.
 */
const labels: Record<Language, { short: ReactNode; whole: string; spoken: string }> = {
  en: { short: 'EN', whole: 'English', spoken: 'EN, English' },
  tc: { short: <span className={styles['traditional']} />, whole: '繁體中文', spoken: '繁體中文' },
  sc: { short: <span className={styles['simplified']} />, whole: '简体中文', spoken: '简体中文' },
}

interface LanguageSwitchProps {
  /** Short labels (EN, 繁, 简), or the whole names. */
  names: 'short' | 'whole'
}

/**
 * Links to the page in the three languages. The choice is remembered. Keeps the history state and the reading position: the chapter in
 * the hash, whose offset differs between languages, or else the scroll position.
 */
export function LanguageSwitch({ names }: LanguageSwitchProps) {
  const { t } = useLingui()
  const router = useRouter()
  const href = useRouterState({ select: ({ location }) => location.href })
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
      <ul className={`${styles['list']} ${styles[names]}`}>
        {languages.map((lang) => (
          <li key={lang}>
            <a
              className={styles['link']}
              href={languageHref(href, lang)}
              lang={languageTags[lang]}
              hrefLang={languageTags[lang]}
              aria-label={names === 'short' ? labels[lang].spoken : undefined}
              aria-current={lang === current ? 'true' : undefined}
              data-early={lang}
              onClick={(event) => choose(event, lang)}
            >
              {labels[lang][names]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
