import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { identityPath } from './issuer.ts'

/** The pages' stylesheet. Its address changes with its text, so that it can be cached forever. */
export interface Stylesheet {
  path: string
  text: string
}

const parts = ['../../src/styles/tokens.css', '../../src/styles/base.css', './pages/pages.css']

/** Concatenates the app's tokens and base styles with the pages' layout, so that the pages look like the app. */
export async function readStylesheet(): Promise<Stylesheet> {
  const texts = await Promise.all(parts.map((part) => readFile(new URL(part, import.meta.url), 'utf8')))
  const text = texts.join('\n')
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { path: `${identityPath}/assets/pages.${hash}.css`, text }
}
