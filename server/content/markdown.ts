import { Marked, type Token } from 'marked'

const characters: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const marked = new Marked({
  async: false,
  gfm: true,
  renderer: { html: ({ text }) => text.replaceAll(/[&<>"]/g, (character) => characters[character] ?? character) },
  // After an open <pre>, <code>, <kbd> or <script>, it takes texts for HTML.
  walkTokens: (token) => {
    if (token.type === 'text') token.escaped = false
  },
})

/** `{lang}` in a link after Markdown has encoded it. */
const encodedLanguage = /%7Blang%7D/gi

/**
 * Renders Markdown to HTML. HTML in the text is shown as it is written: documents have these texts as they come from
 * here. `{lang}` in links is kept: the page replaces it by its language.
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

/** The link targets of a Markdown text, in order. */
export function linksOf(markdown: string): string[] {
  return tokensOf(markdown).flatMap((token) => (token.type === 'link' ? [String(token['href'])] : []))
}

/** The HTML in a Markdown text, which is shown as it is written. */
export function htmlIn(markdown: string): string[] {
  return tokensOf(markdown).flatMap((token) => (token.type === 'html' ? [token.raw.trim()] : []))
}

/** The headings of a Markdown text above the third level, which only the page itself may use. */
export function shallowHeadings(markdown: string): string[] {
  return tokensOf(markdown)
    .filter((token) => token.type === 'heading' && Number(token['depth']) < 3)
    .map((token) => token.raw.trim().split('\n')[0] ?? '')
}
