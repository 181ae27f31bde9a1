import type { Config, default as DOMPurify } from 'dompurify'

type Sanitiser = typeof DOMPurify

/** What an editor may write: text, its structure, links and pictures. No styles, forms, frames, scripts or handlers. */
const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: words(
    'p br hr h2 h3 h4 h5 h6 blockquote pre code div span figure figcaption img',
    'a strong b em i u s small sub sup mark abbr cite q time wbr',
    'ul ol li dl dt dd details summary',
    'table caption thead tbody tfoot tr th td',
  ),
  ALLOWED_ATTR: words(
    'href src alt title width height id lang datetime open',
    'start reversed colspan rowspan scope headers',
  ),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
}

function words(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}

/** Pictures of our own: the page may load no others, and trying to would only fill the console. */
const ownPicture = /^(?:\/(?!\/)|data:image\/)/

let sanitiser: Sanitiser | null = null

/** Fetches the sanitiser (its own chunk), once. A page's loader may call it, so that its texts are there at once. */
export async function loadSanitiser(): Promise<void> {
  sanitiser ??= (await import('dompurify')).default
}

/** Texts that were sanitised already, by their HTML: pages are drawn more often than their contents change. */
const known = new Map<string, DocumentFragment>()

/**
 * What is harmless in the HTML of the contents; null as long as the sanitiser is on its way. The nodes are everybody's: to be copied, not
 * to be moved.
 */
export function sanitise(html: string): DocumentFragment | null {
  if (sanitiser === null) return null
  const fragment = known.get(html) ?? cleanse(sanitiser, html)
  known.set(html, fragment)
  return fragment
}

/** In a document that loads nothing, so that a picture that is taken out was never asked for. */
function cleanse(purify: Sanitiser, html: string): DocumentFragment {
  const fragment = purify.sanitize(withoutStyles(html), allowed)
  for (const image of fragment.querySelectorAll('img')) {
    if (ownPicture.test(image.getAttribute('src') ?? '')) image.loading = 'lazy'
    else image.remove()
  }
  return fragment
}

/** The sanitiser drops styles itself; but the browser would complain of each one that it parses, as a breach of the page's policy. */
function withoutStyles(html: string): string {
  return html.replaceAll(/<[^>]+>/g, (tag) => tag.replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''))
}
