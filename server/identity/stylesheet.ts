import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identityPath } from './issuer.ts'

/** A static file of the identity pages. Its path changes with its content, so that it can be cached forever. */
export interface Asset<Body> {
  path: string
  body: Body
}

/** The look of the identity pages: the app's own fonts, tokens and base styles, and the pages' layout; and their script. */
export interface PageStyles {
  stylesheet: Asset<string>
  script: Asset<string>
  font: Asset<Uint8Array<ArrayBuffer>>
}

const fonts = '../../src/styles/fonts.css'
const sources = [fonts, '../../src/styles/tokens.css', '../../src/styles/base.css', './pages/pages.css']

/** Where fonts.css refers to the display face, which lies beside it. */
const fontReference = /url\('\.\/([^']+\.woff2)'\)/g

/**
 * Reads the styles, the display face that they use, and the script.
 *
 * @throws where fonts.css refers to no font
 */
export async function readPageStyles(): Promise<PageStyles> {
  const texts = await Promise.all(sources.map((source) => readFile(new URL(source, import.meta.url), 'utf8')))
  const text = texts.join('\n')
  const [reference] = text.matchAll(fontReference)
  if (reference?.[1] === undefined) throw new Error('src/styles/fonts.css refers to no font file')
  const fontFile = fileURLToPath(new URL(reference[1], new URL(fonts, import.meta.url)))
  const font = assetOf(new Uint8Array(await readFile(fontFile)), basename(fontFile, '.woff2'), 'woff2')
  const css = text.replaceAll(fontReference, `url('${font.path}')`)
  const script = assetOf(await readFile(new URL('./pages/pages.js', import.meta.url), 'utf8'), 'pages', 'js')
  return { stylesheet: assetOf(css, 'pages', 'css'), script, font }
}

function assetOf<Body extends string | Uint8Array>(body: Body, name: string, extension: string): Asset<Body> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { path: `${identityPath}/assets/${name}.${hash}.${extension}`, body }
}
