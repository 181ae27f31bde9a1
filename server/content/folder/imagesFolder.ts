import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import * as v from 'valibot'
import { ImageName } from '#server/content/fields.ts'
import type { Problems } from './problems.ts'
import { mediaTypes, readSourceImage, type SourceImage } from '#server/images/sourceImage.ts'

/** The file extension of a media type. */
export function extensionOf(mediaType: SourceImage['media_type']): string {
  return Object.entries(mediaTypes).find(([, type]) => type === mediaType)?.[0] ?? ''
}

async function readOne(dir: string, path: string, problems: Problems): Promise<SourceImage | null> {
  const place = `images/${path}`
  const refuse = (sentence: string) => {
    problems.errors.push({ place, sentence })
    return null
  }
  const [, name = '', ending = ''] = /^(.*)\.([a-z]+)$/.exec(path) ?? []
  const mediaType = mediaTypes[ending]
  if (mediaType === undefined) return refuse('is no picture: they end in .svg, .png, .jpg or .webp')
  if (!v.is(ImageName, name)) return refuse('must be named with small letters, digits and hyphens, at most 120')
  const read = await readSourceImage(name, mediaType, await readFile(join(dir, path)))
  return read.kind === 'accepted' ? read.image : refuse(read.reason)
}

/** Reads and validates every image below `images/`, in the order of their names. */
export async function readImagesFolder(dir: string, problems: Problems): Promise<SourceImage[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => relative(dir, join(one.parentPath, one.name)).replaceAll(sep, '/'))
    .toSorted()
  const images: SourceImage[] = []
  const seen = new Map<string, string>()
  for (const path of paths) {
    const image = await readOne(dir, path, problems)
    if (!image) continue
    // In addresses a slash becomes a hyphen, so two names could share one address.
    const address = image.name.replaceAll('/', '-')
    const other = seen.get(address)
    if (other !== undefined)
      problems.errors.push({ place: `images/${path}`, sentence: `has the same name in addresses as images/${other}` })
    seen.set(address, path)
    images.push(image)
  }
  return images
}
