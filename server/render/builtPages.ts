import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allPageFiles } from '#contract/pages.ts'
import { type InlineHashes, inlineHashes } from './inlineHashes.ts'
import { integrityOf } from './integrity.ts'
import { type PageSettings, withPageConfig } from './pageConfig.ts'

/** A page of the build, as it is served. */
export interface BuiltPage {
  text: string
  /** The hashes of its inline styles and scripts. */
  inline: InlineHashes
}

/**
 * The HTML pages of the build and the service worker that precaches them, adapted to this server's origin and
 * configuration.
 */
export interface BuiltPages {
  /** By the file's address below the build, `/index.html` for one. */
  files: ReadonlyMap<string, BuiltPage>
  worker: string
  /** Puts this server's origin and configuration into a document. */
  adapt: (document: string) => string
}

/** The build's placeholder for the origin, which only the server knows (src/config.ts). */
const placeholderOrigin = 'https://origin.invalid'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/**
 * Reads the pages of the build.
 *
 * The worker's precache list gets the revisions of the served pages. Otherwise an installed app would keep the pages of
 * an earlier configuration, because workbox fetches a file again only when its revision, the MD5 of its text, changes.
 * It also gets the hashes of the served pages, without which it would keep none of them.
 *
 * @param folder the build, `dist`
 */
export async function loadPages(folder: string, config: PageSettings): Promise<BuiltPages> {
  const adapt = (document: string) => withPageConfig(document.replaceAll(placeholderOrigin, config.origin), config)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const pages = await Promise.all(
    allPageFiles().map(async (file) => {
      const built = await read(file)
      return { file, built, served: adapt(built) }
    }),
  )
  const worker = pages.reduce(
    (text, { built, served }) =>
      text.replaceAll(md5(built), md5(served)).replaceAll(integrityOf(built), integrityOf(served)),
    await read('sw.js'),
  )
  return {
    files: new Map(pages.map(({ file, served }) => [file, { text: served, inline: inlineHashes(served) }])),
    worker,
    adapt,
  }
}
