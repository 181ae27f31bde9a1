import { Marked, type Token } from 'marked'

const marked = new Marked({ async: false, gfm: true })

/** `{lang}` in a link after Markdown has encoded it. */
const encodedLanguage = /%7Blang%7D/gi

/**
 * Renders Markdown to HTML. HTML in the text is kept, so the page must sanitise the result. `{lang}` in links is kept,
 * too: the page replaces it by its language.
 */
export function toHtml(markdown: string): string {
  const html = marked.parse(markdown, { async: false })
  return html.replaceAll(encodedLanguage, '{lang}').trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of rendered Markdown, for a mail: paragraphs and items in lines of their own, without links. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<\/(?:p|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
}

function tokensOf(markdown: string): Token[] {
  const tokens: Token[] = []
  // It returns the callback's promises; this callback returns none.
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    tokens.push(token)
  })
  return tokens
}

/** The link targets of a Markdown text in order, including those in embedded HTML. */
export function linksOf(markdown: string): string[] {
  return tokensOf(markdown).flatMap((token) => {
    if (token.type === 'link') return [String(token['href'])]
    if (token.type !== 'html') return []
    return [...token.raw.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    )
  })
}

/** The headings of a Markdown text above the third level, which only the page itself may use. */
export function shallowHeadings(markdown: string): string[] {
  return tokensOf(markdown)
    .filter((token) => token.type === 'heading' && Number(token['depth']) < 3)
    .map((token) => token.raw.trim().split('\n')[0] ?? '')
}
