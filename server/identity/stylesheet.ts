import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { mount } from './mount.ts'

/** The pages' stylesheet and its address, which changes with its text so that it can be cached for good. */
export interface Stylesheet {
  path: string
  text: string
}

const parts = ['../../src/styles/tokens.css', '../../src/styles/base.css', './pages/pages.css']

/** Reads the app's own tokens and base and the pages' layout: what the app looks like, these pages look like. */
export async function readStylesheet(): Promise<Stylesheet> {
  const texts = await Promise.all(parts.map((part) => readFile(new URL(part, import.meta.url), 'utf8')))
  const text = texts.join('\n')
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { path: `${mount}/assets/pages.${hash}.css`, text }
}
