import { defaultLanguage, languageTags } from '#contract/language.ts'
/** Normalises what a search ignores: case, width and kinds of apostrophe. */
function folded(text: string): string {
  return text.normalize('NFKC').replaceAll(/[‘’]/g, "'").toLocaleLowerCase(languageTags[defaultLanguage])
}

/** Whether every word of a search occurs in one of the texts. An empty search always matches. */
export function matchesAllWords(q: string | undefined, texts: readonly string[]): boolean {
  if (q === undefined) return true
  const whole = folded(texts.join('\n'))
  return folded(q)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
