import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { currentClient } from '#server/gate/client.ts'
import { limiters } from '#server/gate/limiters.ts'
import { imageFormats } from '#contract/schemas/image.ts'
import { findImage, readContents } from '#server/store/contents.ts'
import type { Database, ImagesTable } from '#server/store/tables.ts'
import { renderingVersion, renderVariant } from './renderVariant.ts'
import { fileNameOf, isAvailable, parseVariant, type Variant, widthsOf } from './variants.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Variants of the contents' images, rendered on first request, one at a time, and cached in a folder. */
export interface VariantCache {
  /** A variant by its file name; null when there is no such image, or not in that size. */
  find: (file: string) => Promise<Bytes | null>
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
  /** By whose it is and what: so that nobody waits in another's queue. */
  const inProgress = new Map<string, Promise<Bytes | null>>()
  /** What is being sent somewhere: whoever asks meanwhile gets the same bytes. */
  const inUse = new Map<string, WeakRef<Bytes>>()

  const readCached = (variant: Variant) => readIfThere(join(folder, cachedNameOf(variant)))

  async function render(variant: Variant): Promise<Bytes | null> {
    // Somebody else's turn may have come first.
    const cached = await readCached(variant)
    if (cached) return cached
    const image = await findImage(db, { address: variant.address })
    if (!image || !isAvailable(image, variant.width)) return null
    const rendered = await renderVariant(image, variant)
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `${randomUUID()}.new`)
    await writeFile(unfinished, rendered)
    await rename(unfinished, join(folder, cachedNameOf(variant)))
    return new Uint8Array(rendered)
  }

  async function readOrRender(variant: Variant): Promise<Bytes | null> {
    const bytes = (await readCached(variant)) ?? (await limiters.imageRendering.run(() => render(variant)))
    if (bytes) inUse.set(fileNameOf(variant), new WeakRef(bytes))
    return bytes
  }

  /** Reads a variant, or renders it, once for all of a network who ask at the same time. */
  function load(variant: Variant): Promise<Bytes | null> {
    const { kind, id } = currentClient()
    const key = `${kind} ${id} ${fileNameOf(variant)}`
    const current = inProgress.get(key)
    if (current) return current
    const started = readOrRender(variant).finally(() => inProgress.delete(key))
    inProgress.set(key, started)
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
      if (await load(variant)) rendered += 1
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
      return inUse.get(file)?.deref() ?? load(variant)
    },
    renderAll,
  }
}
