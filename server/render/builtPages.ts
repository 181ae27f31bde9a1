import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allPageFiles } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { type InlineParts, inlineParts } from './inlineHashes.ts'
import { withPageConfig } from './pageConfig.ts'

type PageConfig = Pick<Config, 'product' | 'identity' | 'origin'>

/** The HTML pages of the build, and the service worker that keeps them, made ready for this server's address and configuration. */
export interface Pages {
  /** What stands within the pages themselves. */
  inline: InlineParts
  /** By the file's address below the build, `/index.html` for one. */
  files: ReadonlyMap<string, string>
  worker: string
  /** Puts this server's address into what is rendered for it. */
  addressed: (text: string) => string
}

/** What the build writes where the address of the app has to stand, which only the server knows (src/config.ts). */
const builtOrigin = 'https://origin.invalid'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/**
 * Reads the pages of the build.
 *
 * The worker's list of files gets the served pages' revisions: without that an installed app would keep the pages of an earlier
 * configuration, because workbox fetches a file again only when its revision, the md5 of its text, has changed.
 *
 * @param folder the build, `dist`
 */
export async function loadPages(folder: string, config: PageConfig): Promise<Pages> {
  const addressed = (text: string) => text.replaceAll(builtOrigin, config.origin)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const pages = await Promise.all(
    allPageFiles().map(async (file) => {
      const built = await read(file)
      return { file, built, served: withPageConfig(addressed(built), config) }
    }),
  )
  const worker = pages.reduce(
    (text, { built, served }) => text.replaceAll(md5(built), md5(served)),
    await read('sw.js'),
  )
  return {
    inline: inlineParts(pages.map(({ served }) => served)),
    files: new Map(pages.map(({ file, served }) => [file, served])),
    worker,
    addressed,
  }
}
