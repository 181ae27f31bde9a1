import { type Language, languages } from '#contract/language.ts'
import type { StoredTexts } from '#server/store/tables.ts'

/** A text in a file, with the line of its heading. */
interface TextSection {
  field: string
  text: string
  line: number
}

/** The texts of one entry in one language's file, with the line of its heading. */
interface EntrySection {
  key: string
  line: number
  texts: TextSection[]
}

/** Text outside of any section. */
interface StrayText {
  line: number
  sentence: string
}

const heading = /^(#{1,2})[ \t]+(.*?)[ \t]*$/

/**
 * Parses a file of texts: `# <key>` begins an entry, `## <field>` one of its texts, which ends at the next such heading
 * and is trimmed.
 */
export function readTexts(file: string): { entries: EntrySection[]; strays: StrayText[] } {
  const entries: EntrySection[] = []
  const strays: StrayText[] = []
  let lines: string[] = []
  const finish = () => {
    const section = entries.at(-1)?.texts.at(-1)
    if (section) section.text = lines.join('\n').trim()
    lines = []
  }
  for (const [index, content] of file.split('\n').entries()) {
    const line = index + 1
    const [, marks, name = ''] = heading.exec(content) ?? []
    if (marks === '#') {
      finish()
      entries.push({ key: name, line, texts: [] })
    } else if (marks === '##') {
      finish()
      const entry = entries.at(-1)
      if (entry) entry.texts.push({ field: name, text: '', line })
      else strays.push({ line, sentence: `## ${name} stands before the first # heading` })
    } else if (entries.at(-1)?.texts.length) lines.push(content)
    else if (content.trim() !== '') strays.push({ line, sentence: 'there is text outside of a ## heading' })
  }
  finish()
  return { entries, strays }
}

/**
 * Formats a file of texts that `readTexts` parses. Omits entries without a text in the language.
 *
 * @param fields the names of the texts in their order
 * @returns null when there is nothing to write
 */
export function writeTexts(
  entries: readonly { key: string; texts: StoredTexts }[],
  fields: readonly string[],
  language: Language,
): string | null {
  const sections = entries.flatMap(({ key, texts }) => {
    const written = fields.flatMap((field) => {
      const text = texts[field]?.[language]
      return text ? [`## ${field}\n\n${text}\n`] : []
    })
    return written.length > 0 ? [`# ${key}\n`, ...written] : []
  })
  return sections.length > 0 ? sections.join('\n') : null
}

/** The file of a group's texts in a language. */
export function textFileOf(group: string, language: Language): string {
  return `${group}/${language}.md`
}

export const textFiles: ReadonlySet<string> = new Set(languages.map((language) => `${language}.md`))
