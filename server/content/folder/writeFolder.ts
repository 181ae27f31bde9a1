import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { languages } from '#contract/language.ts'
import { type GroupName, groups, isGroupName, textsOf } from '#server/content/groups.ts'
import { extensionOf } from './imagesFolder.ts'
import type { ContentFolder, FolderEntry } from './readFolder.ts'
import { textFileOf, writeTexts } from './textFile.ts'

/** The folder holds files that no export has written. */
export class ForeignFolderError extends Error {}

/** An entry's fields in the order in which its group declares them. */
function inOrder(name: GroupName, { key, fields }: FolderEntry): Record<string, unknown> {
  const declared = Object.keys(groups[name].fields.entries).filter((field) => fields[field] !== undefined)
  return { key, ...Object.fromEntries(declared.map((field) => [field, fields[field]])) }
}

async function writeFileIn(dir: string, path: string, content: string | Buffer): Promise<void> {
  const target = join(dir, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
}

async function writeGroup(dir: string, name: GroupName, entries: readonly FolderEntry[]): Promise<void> {
  const list = entries.map((entry) => inOrder(name, entry))
  await writeFileIn(dir, `${name}/entries.json`, `${JSON.stringify(list, null, 2)}\n`)
  const fields = textsOf(name).map(([field]) => field)
  for (const language of languages) {
    const file = writeTexts(entries, fields, language)
    if (file !== null) await writeFileIn(dir, textFileOf(name, language), file)
  }
}

/**
 * The parts of an earlier export in a folder. Besides them it may only hold a README and files whose names begin with a
 * dot.
 */
async function earlierParts(dir: string): Promise<string[]> {
  const found = await readdir(dir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const parts = found.filter((name) => name === 'images' || isGroupName(name))
  const foreign = found.filter((name) => !parts.includes(name) && !name.startsWith('.') && !/^readme/i.test(name))
  if (foreign.length > 0) throw new ForeignFolderError(foreign.join(', '))
  return parts
}

/**
 * Writes contents as a folder that `readFolder` reads. Replaces an earlier export as a whole, once all of this one is
 * written.
 *
 * @throws ForeignFolderError with the names of other files that the folder holds
 */
export async function writeFolder(dir: string, { groups: written, images }: ContentFolder): Promise<void> {
  const earlier = await earlierParts(dir)
  await mkdir(dir, { recursive: true })
  const unfinished = join(dir, `.export-${randomUUID()}`)
  try {
    await mkdir(unfinished)
    for (const [name, entries] of written) await writeGroup(unfinished, name, entries)
    for (const { name, media_type: mediaType, bytes } of images)
      await writeFileIn(unfinished, `images/${name}.${extensionOf(mediaType)}`, bytes)
    for (const part of earlier) await rm(join(dir, part), { recursive: true })
    for (const part of await readdir(unfinished)) await rename(join(unfinished, part), join(dir, part))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
