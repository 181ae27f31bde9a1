import { integrityOf } from './integrity.ts'

/** The hashes of inline styles and scripts, as sources of a Content-Security-Policy. */
export interface InlineHashes {
  styles: readonly string[]
  scripts: readonly string[]
}

function hashesOf(page: string, element: RegExp): string[] {
  const texts = new Set([...page.matchAll(element)].map(([, text = '']) => text))
  return [...texts].map((text) => `'${integrityOf(text)}'`)
}

/** The hashes of the inline styles and scripts in a page. Source: CSP Level 3, 2.3.1. */
export function inlineHashes(page: string): InlineHashes {
  return { styles: hashesOf(page, /<style>(.*?)<\/style>/gs), scripts: hashesOf(page, /<script>(.*?)<\/script>/gs) }
}
