import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import * as v from 'valibot'
import { ImageName } from '#server/content/fields.ts'
import type { Findings } from './problems.ts'
import { mediaTypes, type Picture, readPicture } from '#server/images/sourceImage.ts'

/** The ending that pictures of a media type are written with. */
export function endingOf(mediaType: Picture['media_type']): string {
  return Object.entries(mediaTypes).find(([, type]) => type === mediaType)?.[0] ?? ''
}

async function readOne(dir: string, path: string, findings: Findings): Promise<Picture | null> {
  const place = `images/${path}`
  const refuse = (sentence: string) => {
    findings.errors.push({ place, sentence })
    return null
  }
  const [, name = '', ending = ''] = /^(.*)\.([a-z]+)$/.exec(path) ?? []
  const mediaType = mediaTypes[ending]
  if (mediaType === undefined) return refuse('is no picture: they end in .svg, .png, .jpg or .webp')
  if (!v.is(ImageName, name)) return refuse('must be named with small letters, digits and hyphens, at most 120')
  const read = await readPicture(name, mediaType, await readFile(join(dir, path)))
  return read.kind === 'picture' ? read.picture : refuse(read.reason)
}

/** Reads and looks at every picture below `images/`, in the order of their names. */
export async function readPictures(dir: string, findings: Findings): Promise<Picture[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => relative(dir, join(one.parentPath, one.name)).replaceAll(sep, '/'))
    .toSorted()
  const pictures: Picture[] = []
  const words = new Map<string, string>()
  for (const path of paths) {
    const picture = await readOne(dir, path, findings)
    if (!picture) continue
    // In addresses a slash becomes a hyphen, so two names could mean one address.
    const word = picture.name.replaceAll('/', '-')
    const other = words.get(word)
    if (other !== undefined)
      findings.errors.push({ place: `images/${path}`, sentence: `has the same name in addresses as images/${other}` })
    words.set(word, path)
    pictures.push(picture)
  }
  return pictures
}
