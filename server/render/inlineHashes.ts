import { createHash } from 'node:crypto'

/** What the built pages hold within themselves, as sources of a Content-Security-Policy. */
export interface InlineParts {
  styles: readonly string[]
  scripts: readonly string[]
}

function hashesOf(pages: readonly string[], element: RegExp): string[] {
  const texts = new Set(pages.flatMap((page) => [...page.matchAll(element)].map(([, text = '']) => text)))
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** The hashes of every style sheet and script that stands in one of the pages itself. Source: CSP Level 3, 2.3.1. */
export function inlineParts(pages: readonly string[]): InlineParts {
  return { styles: hashesOf(pages, /<style>(.*?)<\/style>/gs), scripts: hashesOf(pages, /<script>(.*?)<\/script>/gs) }
}
