import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '#contract/language.ts'
import type { StoredTexts } from '#server/store/tables.ts'
import { readEntries } from './entriesFile.ts'
import { type Problems, noProblems } from './problems.ts'
import { type GroupName, groupNames, isGroupName, textsOf } from '#server/content/groups.ts'
import type { SourceImage } from '#server/images/sourceImage.ts'
import { readImagesFolder } from './imagesFolder.ts'
import { checkTexts } from './checkTexts.ts'
import { readTexts, textFileOf, textFiles } from './textFile.ts'

/** An entry of a content folder. */
export interface FolderEntry {
  key: string
  fields: Record<string, unknown>
  texts: StoredTexts
}

/** A content folder: its groups and images. */
export interface ContentFolder {
  groups: Map<GroupName, FolderEntry[]>
  images: SourceImage[]
}

/** Transforms the texts among the fields before they are validated. */
type TextTransform = (text: string) => string

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** A text file's content with LF line ends; null when there is no such file. */
async function readTextFile(dir: string, path: string, problems: Problems): Promise<string | null> {
  const bytes = await readFile(join(dir, path)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (bytes === null) return null
  try {
    return strictUtf8.decode(bytes).replaceAll(/\r\n?/g, '\n')
  } catch {
    problems.errors.push({ place: path, sentence: 'is not text in UTF-8' })
    return null
  }
}

/** Adds the texts of one language's file to the entries. */
function addTexts(
  entries: readonly FolderEntry[],
  options: { name: GroupName; language: Language; file: string; problems: Problems },
): void {
  const { name, language, file, problems } = options
  const fields = new Map(textsOf(name))
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const refuse = (line: number, sentence: string) =>
    problems.errors.push({ place: `${textFileOf(name, language)}:${line}`, sentence })
  const read = readTexts(file)
  for (const { line, sentence } of read.strays) refuse(line, sentence)
  const seen = new Set<string>()
  for (const { key, line, texts } of read.entries) {
    const entry = byKey.get(key)
    if (!entry) refuse(line, `${key} is not in ${name}/entries.json`)
    if (seen.has(key)) refuse(line, `${key} stands here twice`)
    seen.add(key)
    for (const section of texts) {
      const isKnown = fields.has(section.field)
      const isTwice = texts.find(({ field }) => field === section.field) !== section
      if (!isKnown)
        refuse(section.line, `${key} has ## ${section.field}, but the texts are ${[...fields.keys()].join(', ')}`)
      else if (isTwice) refuse(section.line, `${key} has ## ${section.field} twice`)
      else if (entry && section.text !== '')
        entry.texts[section.field] = { ...entry.texts[section.field], [language]: section.text }
    }
  }
}

async function readGroup(
  dir: string,
  name: GroupName,
  problems: Problems,
  prepare: TextTransform,
): Promise<FolderEntry[]> {
  const file = `${name}/entries.json`
  for (const found of await readdir(join(dir, name)))
    if (found !== 'entries.json' && !textFiles.has(found) && !found.startsWith('.'))
      problems.errors.push({
        place: `${name}/${found}`,
        sentence: 'belongs to no content: a group has entries.json, en.md, tc.md and sc.md',
      })
  const json = await readTextFile(dir, file, problems)
  if (json === null) {
    if (!problems.errors.some(({ place }) => place === file))
      problems.errors.push({ place: file, sentence: 'is missing' })
    return []
  }
  const entries = readEntries(name, json, problems, prepare).map((entry) => ({ ...entry, texts: {} }))
  for (const language of languages) {
    const text = await readTextFile(dir, textFileOf(name, language), problems)
    if (text !== null) addTexts(entries, { name, language, file: text, problems })
  }
  checkTexts(name, entries, problems)
  return entries
}

/**
 * Reads a content folder, and validates it on its own: everything in it is known and matches its schema.
 * `checkReferences` validates what it refers to.
 *
 * @param prepare transforms the texts among the fields before they are validated; the seed resolves relative dates with
 *   it
 */
export async function readFolder(
  dir: string,
  prepare: TextTransform = (text) => text,
): Promise<{ folder: ContentFolder; problems: Problems }> {
  const problems = noProblems()
  const groups = new Map<GroupName, FolderEntry[]>()
  const found = await readdir(dir, { withFileTypes: true })
  for (const entry of found.filter((one) => one.isDirectory() && !one.name.startsWith('.'))) {
    if (entry.name !== 'images' && !isGroupName(entry.name))
      problems.errors.push({
        place: entry.name,
        sentence: `is no group of contents: they are ${groupNames.join(', ')}`,
      })
  }
  for (const name of groupNames)
    if (found.some((one) => one.isDirectory() && one.name === name))
      groups.set(name, await readGroup(dir, name, problems, prepare))
  const images = found.some(({ name }) => name === 'images')
    ? await readImagesFolder(join(dir, 'images'), problems)
    : []
  return { folder: { groups, images }, problems }
}
