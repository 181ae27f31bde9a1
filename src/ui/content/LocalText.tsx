import type { LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { chooseText } from '#src/i18n/localized.ts'

interface LocalTextProps {
  text: LocalizedText
  as?: 'span' | 'p' | 'h2' | 'h3' | 'h4' | 'strong'
  className?: string | undefined
}

/**
 * An editorial text in the reader's language, or in a fallback language with its `lang` attribute for screen readers
 * and fonts.
 */
export function LocalText({ text, as: Element = 'span', className }: LocalTextProps) {
  const chosen = chooseText(text, useLanguage())
  return (
    <Element lang={chosen.tag} className={className}>
      {chosen.text}
    </Element>
  )
}
