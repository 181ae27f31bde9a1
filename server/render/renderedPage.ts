import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'

/** The function of src/prerender.tsx. */
export type Prerender = (lang: Language, path: string, embedded: string | null) => Promise<string>
const Built = v.object({ prerender: v.custom<Prerender>((value) => typeof value === 'function') })

/** src/prerender.tsx as one module for Node, below the build folder. Hidden files are not served. */
export const prerenderModule = '.vite/prerender.js'

/** @param file the build's module */
export async function loadPrerender(file: string): Promise<Prerender> {
  const built: unknown = await import(pathToFileURL(file).href)
  return v.parse(Built, built).prerender
}

/** React's output, split. */
export interface Rendered {
  /** Elements of the head, marked with `data-prerendered` because the app replaces them. */
  head: string
  body: string
}

/** Splits React's output. React writes elements of the head first, and comments that only its hydration reads. */
export function splitRendered(rendered: string): Rendered {
  const plain = rendered.replaceAll(/<!--\/?\$-->/g, '').replaceAll(/<script>.*?<\/script>/gs, '')
  const head = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/.exec(plain)?.[0] ?? ''
  const body = plain.slice(head.length)
  if (/<title\b|<script\b/.test(body)) throw new Error('A page was rendered with elements of the head in its body')
  return { head: head.replaceAll(/<(link|meta|title)\b/g, '<$1 data-prerendered'), body }
}

const root = /<div id="root"[^>]*>.*<\/div>(?=\s*<noscript>)/s

/** What an earlier rendering put into the head. */
const renderedHead = /<title data-prerendered>[^<]*<\/title>|<(?:link|meta) data-prerendered\b[^>]*>/g

/** Replaces a page's rendered content. */
export function withRendered(page: string, { head, body }: Rendered): string {
  if (!root.test(page)) throw new Error('The page has no root element for the app')
  return page
    .replaceAll(renderedHead, '')
    .replace('</head>', () => `${head}</head>`)
    .replace(root, () => `<div id="root" data-prerendered>${body}</div>`)
}
