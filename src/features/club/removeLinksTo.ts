import { inEachLanguage, languagePattern, type LocalizedText } from '#contract/language.ts'

/**
 * Removes the links to a page from an HTML text, for that page itself. A paragraph that only consists of such a link is
 * removed; inside a sentence the words stay. Links to an anchor on the page stay, too.
 *
 * @param page the path after the language (`how-to`)
 */
export function removeLinksTo(page: string, text: LocalizedText): LocalizedText {
  const opening = String.raw`<a\b[^>]*\bhref\s*=\s*["']/(?:\{lang\}|${languagePattern})/${page}/?["'][^>]*>`
  const link = `${opening}((?:(?!</a>)[^])*)</a>`
  const wholeParagraph = new RegExp(String.raw`<p>\s*${link}\s*</p>\s*`, 'gi')
  const inline = new RegExp(link, 'gi')
  const without = (html: string) => html.replaceAll(wholeParagraph, '').replaceAll(inline, '$1')
  return inEachLanguage((lang) => without(text[lang]))
}
