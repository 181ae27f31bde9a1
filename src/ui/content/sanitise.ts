import type { Config, default as DOMPurify } from 'dompurify'
import { withoutReported } from './withoutReported.ts'

type Sanitiser = typeof DOMPurify

/** The allowed HTML: text, its structure, links and pictures. No styles, forms, frames, scripts or handlers. */
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

/** Pictures of this site: the Content-Security-Policy blocks others, which would only fill the console. */
const ownPicture = /^(?:\/(?!\/)|data:image\/)/

let sanitiser: Sanitiser | null = null

/**
 * Fetches the sanitiser (its own chunk), once. A page's loader may call it, so that its texts can be rendered at once.
 */
export async function loadSanitiser(): Promise<void> {
  sanitiser ??= (await import('dompurify')).default
}

/** Sanitised texts by their HTML: pages render more often than their contents change. */
const known = new Map<string, DocumentFragment>()

/**
 * Sanitises HTML of the contents; null until the sanitiser has loaded. The fragment is cached and shared: clone it,
 * never move its nodes.
 */
export function sanitise(html: string): DocumentFragment | null {
  if (sanitiser === null) return null
  const fragment = known.get(html) ?? cleanse(sanitiser, html)
  known.set(html, fragment)
  return fragment
}

/** Uses an inert document, so that a picture that is removed is never requested. */
function cleanse(purify: Sanitiser, html: string): DocumentFragment {
  const fragment = purify.sanitize(withoutReported(html), allowed)
  for (const image of fragment.querySelectorAll('img')) {
    if (!ownPicture.test(image.getAttribute('src') ?? '')) image.remove()
  }
  return fragment
}
