import type { Config, default as DOMPurify } from 'dompurify'
import { allowedAttributes, allowedTags, ownPicture } from './allowedHtml.ts'
import { withoutReported } from './withoutReported.ts'

type Sanitiser = typeof DOMPurify

const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: [...allowedAttributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
}

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
