import { createHash } from 'node:crypto'

/** The hashes of inline styles and scripts, as sources of a Content-Security-Policy. */
export interface InlineHashes {
  styles: readonly string[]
  scripts: readonly string[]
}

function hashesOf(pages: readonly string[], element: RegExp): string[] {
  const texts = new Set(pages.flatMap((page) => [...page.matchAll(element)].map(([, text = '']) => text)))
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** The hashes of all inline styles and scripts in the pages. Source: CSP Level 3, 2.3.1. */
export function inlineHashes(pages: readonly string[]): InlineHashes {
  return { styles: hashesOf(pages, /<style>(.*?)<\/style>/gs), scripts: hashesOf(pages, /<script>(.*?)<\/script>/gs) }
}
