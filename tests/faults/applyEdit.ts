import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Replaces a text that occurs exactly once in the file. */
export interface Edit {
  file: string
  find: string
  put: string
}

/**
 * Changes a file of a copy. Throws if the text does not occur exactly once: the code has changed, and the edit must be
 * updated.
 */
export async function applyEdit(copy: string, { file, find, put }: Edit): Promise<void> {
  const path = join(copy, file)
  const [before, after, ...more] = (await readFile(path, 'utf8')).split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${JSON.stringify(find)} does not stand exactly once in ${file}`)
  }
  await writeFile(path, `${before}${put}${after}`)
}
