import type { LocalizedText } from '#contract/language.ts'

/**
 * An HTML text without its links to a page, for that page to show: a paragraph that is such a link and nothing else goes with it, in a
 * sentence the words stay. Links to a place on the page stay, too.
 *
 * @param page what follows the language in the address (`how-to`)
 */
export function withoutLinksTo(page: string, { en, tc, sc }: LocalizedText): LocalizedText {
  const opening = String.raw`<a\b[^>]*\bhref\s*=\s*["']/(?:\{lang\}|en|tc|sc)/${page}/?["'][^>]*>`
  const link = `${opening}((?:(?!</a>)[^])*)</a>`
  const alone = new RegExp(String.raw`<p>\s*${link}\s*</p>\s*`, 'gi')
  const amongWords = new RegExp(link, 'gi')
  const without = (html: string) => html.replaceAll(alone, '').replaceAll(amongWords, '$1')
  return { en: without(en), tc: without(tc), sc: without(sc) }
}
