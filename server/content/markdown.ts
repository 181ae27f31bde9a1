import { Marked, type Token } from 'marked'

const marked = new Marked({ async: false, gfm: true })

/** How the place of the language looks in a link after Markdown has encoded it. */
const encodedLanguage = /%7Blang%7D/gi

/**
 * HTML of a Markdown text. HTML in the text is left as it is, so the result has to be sanitised before it is shown. `{lang}` in a link
 * stays, for the page to put its language there.
 */
export function toHtml(markdown: string): string {
  const html = marked.parse(markdown, { async: false })
  return html.replaceAll(encodedLanguage, '{lang}').trim()
}

function tokensOf(markdown: string): Token[] {
  const tokens: Token[] = []
  // What it answers are the callback's promises; this one makes none.
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    tokens.push(token)
  })
  return tokens
}

/** Where the links of a Markdown text lead, in the order in which they stand: its own, and those of HTML in it. */
export function linksOf(markdown: string): string[] {
  return tokensOf(markdown).flatMap((token) => {
    if (token.type === 'link') return [String(token['href'])]
    if (token.type !== 'html') return []
    return [...token.raw.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    )
  })
}

/** The headings of a Markdown text that are higher than the third level: those are the page's own. */
export function shallowHeadings(markdown: string): string[] {
  return tokensOf(markdown)
    .filter((token) => token.type === 'heading' && Number(token['depth']) < 3)
    .map((token) => token.raw.trim().split('\n')[0] ?? '')
}
