import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '#contract/language.ts'
import type { StoredTexts } from '#server/store/tables.ts'
import { readEntries } from './entriesFile.ts'
import { type Findings, noFindings } from './problems.ts'
import { type GroupName, groupNames, isGroupName, textsOf } from '#server/content/groups.ts'
import type { Picture } from '#server/images/sourceImage.ts'
import { readPictures } from './imagesFolder.ts'
import { checkTexts } from './checkTexts.ts'
import { readTexts, textFileOf, textFiles } from './textFile.ts'

/** An entry of a content folder. */
export interface FolderEntry {
  key: string
  fields: Record<string, unknown>
  texts: StoredTexts
}

/** A content folder: the groups that it has, and its pictures. */
export interface ContentFolder {
  groups: Map<GroupName, FolderEntry[]>
  pictures: Picture[]
}

/** Changes a field's text on the way in. */
export type Prepare = (text: string) => string

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** A text file's content with plain line ends; null where there is no such file. */
async function readTextFile(dir: string, path: string, findings: Findings): Promise<string | null> {
  const bytes = await readFile(join(dir, path)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (bytes === null) return null
  try {
    return strictUtf8.decode(bytes).replaceAll(/\r\n?/g, '\n')
  } catch {
    findings.errors.push({ place: path, sentence: 'is not text in UTF-8' })
    return null
  }
}

/** Adds the texts of one language's file to the entries. */
function addTexts(
  entries: readonly FolderEntry[],
  options: { name: GroupName; language: Language; file: string; findings: Findings },
): void {
  const { name, language, file, findings } = options
  const fields = new Map(textsOf(name))
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const refuse = (line: number, sentence: string) =>
    findings.errors.push({ place: `${textFileOf(name, language)}:${line}`, sentence })
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

async function readGroup(dir: string, name: GroupName, findings: Findings, prepare: Prepare): Promise<FolderEntry[]> {
  const file = `${name}/entries.json`
  for (const found of await readdir(join(dir, name)))
    if (found !== 'entries.json' && !textFiles.has(found) && !found.startsWith('.'))
      findings.errors.push({
        place: `${name}/${found}`,
        sentence: 'belongs to no content: a group has entries.json, en.md, tc.md and sc.md',
      })
  const json = await readTextFile(dir, file, findings)
  if (json === null) {
    if (!findings.errors.some(({ place }) => place === file))
      findings.errors.push({ place: file, sentence: 'is missing' })
    return []
  }
  const entries = readEntries(name, json, findings, prepare).map((entry) => ({ ...entry, texts: {} }))
  for (const language of languages) {
    const text = await readTextFile(dir, textFileOf(name, language), findings)
    if (text !== null) addTexts(entries, { name, language, file: text, findings })
  }
  checkTexts(name, entries, findings)
  return entries
}

/**
 * Reads a content folder and checks all of it by itself: that everything in it is known and fits its schema. What it refers to is checked
 * where it is compared with the contents that there are.
 *
 * @param prepare changes the texts among the fields before they are checked; the seed's dates are relative to now
 */
export async function readFolder(
  dir: string,
  prepare: Prepare = (text) => text,
): Promise<{ folder: ContentFolder; findings: Findings }> {
  const findings = noFindings()
  const groups = new Map<GroupName, FolderEntry[]>()
  const found = await readdir(dir, { withFileTypes: true })
  for (const entry of found.filter((one) => one.isDirectory() && !one.name.startsWith('.'))) {
    if (entry.name !== 'images' && !isGroupName(entry.name))
      findings.errors.push({
        place: entry.name,
        sentence: `is no group of contents: they are ${groupNames.join(', ')}`,
      })
  }
  for (const name of groupNames)
    if (found.some((one) => one.isDirectory() && one.name === name))
      groups.set(name, await readGroup(dir, name, findings, prepare))
  const pictures = found.some(({ name }) => name === 'images') ? await readPictures(join(dir, 'images'), findings) : []
  return { folder: { groups, pictures }, findings }
}
