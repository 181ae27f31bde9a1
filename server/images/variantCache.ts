import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { imageFormats } from '#contract/image.ts'
import { findImage, readContents } from '#server/store/contents.ts'
import type { Database, ImagesTable } from '#server/store/tables.ts'
import { renderVariant } from './renderVariant.ts'
import { fileOf, readVariant, type Variant, widthsOf } from './variants.ts'

/** The pictures in the sizes that are sent: made when they are first asked for, one at a time, and kept in a folder. */
export interface PictureShelf {
  /** A variant by its file name; null where there is no such picture, or not in that size. */
  find: (file: string) => Promise<Buffer | null>
  /**
   * Makes what is not there yet of every picture of the contents, and deletes what belongs to none.
   *
   * @param pace how much of the time to leave to others: 1 rests as long as each picture took, 0 not at all
   * @returns how many it made
   */
  makeAll: (options: { pace: number; signal?: AbortSignal }) => Promise<number>
}

/** Where the variants are kept. */
export function picturesFolder(dataDir: string): string {
  return join(dataDir, 'images')
}

/** Files that a render was killed over, and variants of pictures that are gone, may be read for a while yet. */
const keptAside = 24 * 60 * 60 * 1000

const readIfThere = (path: string) => readFile(path).catch(() => null)
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Every variant of a picture, the small ones first. */
function variantsOf(image: Pick<ImagesTable, 'address' | 'media_type' | 'width'>): Variant[] {
  return widthsOf(image).flatMap((width) => imageFormats.map((format) => ({ address: image.address, width, format })))
}

async function removeOthers(folder: string, wanted: ReadonlySet<string>, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (wanted.has(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && now - found.mtimeMs > keptAside) await rm(path, { force: true })
  }
}

/**
 * Opens the shelf.
 *
 * @param folder where variants are kept; made when the first one is
 */
export function openPictureShelf(db: Kysely<Database>, folder: string): PictureShelf {
  const underWay = new Map<string, Promise<Buffer | null>>()
  let turn: Promise<unknown> = Promise.resolve()

  /** Runs after everything that was asked for before. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function make(variant: Variant): Promise<Buffer | null> {
    const image = await findImage(db, { address: variant.address })
    if (!image || !widthsOf(image).includes(variant.width)) return null
    const rendered = await inTurn(() => renderVariant(image, variant))
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `${randomUUID()}.new`)
    await writeFile(unfinished, rendered)
    await rename(unfinished, join(folder, fileOf(variant)))
    return rendered
  }

  function makeOnce(variant: Variant): Promise<Buffer | null> {
    const file = fileOf(variant)
    const known = underWay.get(file)
    if (known) return known
    const mine = make(variant).finally(() => underWay.delete(file))
    underWay.set(file, mine)
    return mine
  }

  async function makeAll({ pace, signal }: { pace: number; signal?: AbortSignal }): Promise<number> {
    const { images } = await readContents(db)
    const variants = images.flatMap(variantsOf)
    let made = 0
    for (const variant of variants) {
      if (signal?.aborted) return made
      if (await isThere(join(folder, fileOf(variant)))) continue
      const started = performance.now()
      if (await makeOnce(variant)) made += 1
      // An abort ends the rest, and the loop with it.
      await delay(pace * (performance.now() - started), undefined, signal ? { signal } : {}).catch(() => undefined)
    }
    await removeOthers(folder, new Set(variants.map(fileOf)), Date.now())
    return made
  }

  return {
    find: async (file) => {
      const variant = readVariant(file)
      if (!variant) return null
      return (await readIfThere(join(folder, fileOf(variant)))) ?? makeOnce(variant)
    },
    makeAll,
  }
}
