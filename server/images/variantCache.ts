import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { imageFormats } from '#contract/schemas/image.ts'
import { findImage, readContents } from '#server/store/contents.ts'
import type { Database, ImagesTable } from '#server/store/tables.ts'
import { renderingVersion, renderVariant } from './renderVariant.ts'
import { fileNameOf, isAvailable, parseVariant, type Variant, widthsOf } from './variants.ts'

/** Variants of the contents' images, rendered on first request, one at a time, and cached in a folder. */
export interface VariantCache {
  /** A variant by its file name; null when there is no such image, or not in that size. */
  find: (file: string) => Promise<Buffer | null>
  /**
   * Renders every missing variant of all images, and deletes files that belong to none.
   *
   * @param pace how long to pause after each variant, as a multiple of its rendering time
   * @returns how many variants it rendered
   */
  renderAll: (options: { pace: number; signal?: AbortSignal }) => Promise<number>
}

/** The folder of the variants. */
export function variantFolder(dataDir: string): string {
  return join(dataDir, 'images')
}

/**
 * How long unfinished files and variants of deleted images are kept, in milliseconds: a request may still read them.
 */
const orphanLifetimeMs = 24 * 60 * 60 * 1000

/** The name of a variant's file in the folder. Addresses do not tell how a variant was rendered. */
const cachedNameOf = (variant: Variant) => `${renderingVersion}-${fileNameOf(variant)}`

const readIfThere = (path: string) => readFile(path).catch(() => null)
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Every variant of an image, the small ones first. */
function variantsOf(image: Pick<ImagesTable, 'address' | 'media_type' | 'width'>): Variant[] {
  return widthsOf(image).flatMap((width) => imageFormats.map((format) => ({ address: image.address, width, format })))
}

async function removeOrphans(folder: string, wanted: ReadonlySet<string>, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (wanted.has(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && now - found.mtimeMs > orphanLifetimeMs) await rm(path, { force: true })
  }
}

/** @param folder where variants are cached; created with the first one */
export function openVariantCache(db: Kysely<Database>, folder: string): VariantCache {
  const inProgress = new Map<string, Promise<Buffer | null>>()
  let lastRender: Promise<unknown> = Promise.resolve()

  /** Renders one variant at a time, in the order of requests. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = lastRender.then(work)
    lastRender = result.catch(() => undefined)
    return result
  }

  async function render(variant: Variant): Promise<Buffer | null> {
    const image = await findImage(db, { address: variant.address })
    if (!image || !isAvailable(image, variant.width)) return null
    const rendered = await enqueue(() => renderVariant(image, variant))
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `${randomUUID()}.new`)
    await writeFile(unfinished, rendered)
    await rename(unfinished, join(folder, cachedNameOf(variant)))
    return rendered
  }

  function renderOnce(variant: Variant): Promise<Buffer | null> {
    const file = fileNameOf(variant)
    const current = inProgress.get(file)
    if (current) return current
    const started = render(variant).finally(() => inProgress.delete(file))
    inProgress.set(file, started)
    return started
  }

  async function renderAll({ pace, signal }: { pace: number; signal?: AbortSignal }): Promise<number> {
    const { images } = await readContents(db)
    const variants = images.flatMap(variantsOf)
    let rendered = 0
    for (const variant of variants) {
      if (signal?.aborted) return rendered
      if (await isThere(join(folder, cachedNameOf(variant)))) continue
      const started = performance.now()
      if (await renderOnce(variant)) rendered += 1
      // An abort ends the rest, and the loop with it.
      await delay(pace * (performance.now() - started), undefined, signal ? { signal } : {}).catch(() => undefined)
    }
    await removeOrphans(folder, new Set(variants.map(cachedNameOf)), Date.now())
    return rendered
  }

  return {
    find: async (file) => {
      const variant = parseVariant(file)
      if (!variant) return null
      return (await readIfThere(join(folder, cachedNameOf(variant)))) ?? renderOnce(variant)
    },
    renderAll,
  }
}
