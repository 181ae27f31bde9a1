import { useLingui } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { languages, languageTags, type Language } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { rememberLanguage } from '#src/i18n/language.ts'
import { languageHref } from './languageHref.ts'
import styles from './LanguageSwitch.module.css'

/**
 * The whole name begins with, or holds, the short one that is seen: people who speak to their phone say what they see.
 */
const labels: Record<Language, { short: string; whole: string; spoken: string }> = {
  en: { short: 'EN', whole: 'English', spoken: 'EN, English' },
  tc: { short: '繁', whole: '繁體中文', spoken: '繁體中文' },
  sc: { short: '简', whole: '简体中文', spoken: '简体中文' },
}

interface LanguageSwitchProps {
  /** Whether the languages are named by a sign (EN, 繁, 简) or by their whole name. */
  names: 'short' | 'whole'
}

/** A press that the browser itself should answer: a new tab, a new window, a download. */
function isBrowsersOwn(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

/**
 * The page in the three languages. The choice is remembered; what the history entry holds is kept, and so is the place on the page: the
 * chapter that the address ends in, which begins elsewhere in another language, or else the scroll position.
 */
export function LanguageSwitch({ names }: LanguageSwitchProps) {
  const { t } = useLingui()
  const router = useRouter()
  const href = useRouterState({ select: ({ location }) => location.href })
  const current = useLanguage()

  const choose = (event: MouseEvent, lang: Language) => {
    rememberLanguage(lang)
    if (isBrowsersOwn(event)) return
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
