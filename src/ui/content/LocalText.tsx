import type { LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { chooseText } from '#src/i18n/localized.ts'

interface LocalTextProps {
  text: LocalizedText
  as?: 'span' | 'p' | 'h2' | 'h3' | 'h4' | 'strong'
  className?: string | undefined
}

/** A phrase without a pause that may need more than a line of a phone. */
const longPhrase = /[^\p{P}\s]{9}/u

/**
 * An editorial text in the reader's language, or in a fallback language with its `lang` attribute for screen readers
 * and fonts.
 */
export function LocalText({ text, as: Element = 'span', className }: LocalTextProps) {
  const chosen = chooseText(text, useLanguage())
  return (
    <Element lang={chosen.tag} className={className} data-long={longPhrase.test(chosen.text) || undefined}>
      {chosen.text}
    </Element>
  )
}
