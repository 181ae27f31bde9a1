import * as v from 'valibot'
import type { LocalizedImage } from '#contract/schemas/image.ts'
import { defaultLanguage, inEachLanguage, languages, type LocalizedText } from '#contract/language.ts'
import type { StoredContents, StoredEntry } from '#server/store/contents.ts'
import type { ImageChoice } from './fields.ts'
import { type FieldsOf, type GroupName, type Groups, groups, type KeyOf, type TextOf } from './groups.ts'
import { toHtml } from './markdown.ts'
import { toImage } from '#server/images/variants.ts'

/** A validated entry of a group. Its missing texts are empty. */
export interface Entry<N extends GroupName> {
  id: string
  key: KeyOf<N>
  fields: FieldsOf<N>
  /** A text of one line. */
  line: (field: TextOf<N>) => LocalizedText
  /** A Markdown text, as HTML. */
  html: (field: TextOf<N>) => LocalizedText
}

function localize({ texts }: StoredEntry, field: string, render: (text: string) => string): LocalizedText {
  return inEachLanguage((language) => render(texts[field]?.[language] ?? ''))
}

/** The entries of a group, in order, without those that do not match its schema (which the importer never writes). */
export function entriesOf<N extends GroupName>(contents: Pick<StoredContents, 'entries'>, name: N): Entry<N>[] {
  return contents.entries
    .filter(({ group }) => group === name)
    .flatMap((stored) => {
      const fields = v.safeParse<Groups[N]['fields']>(groups[name].fields, stored.fields)
      const key = v.safeParse<Groups[N]['key']>(groups[name].key, stored.key)
      if (!fields.success || !key.success) return []
      const line = (field: string) => localize(stored, field, (text) => text)
      const html = (field: string) => localize(stored, field, toHtml)
      return [{ id: stored.id, key: key.output, fields: fields.output, line, html }]
    })
}

/** What the starter set has left to editors in a text, such as [DATE]. A link of Markdown is none. */
export function blanksIn(text: string): string[] {
  return text.match(/\[[^\][\n]+\](?!\()/gu) ?? []
}

/** Whether all texts of an entry are there in every language, without a blank. */
const isWhole = ({ texts }: Pick<StoredEntry, 'texts'>) =>
  Object.values(texts).every((text) => languages.every((language) => isFilled(text[language] ?? ''))) &&
  Object.keys(texts).length > 0
const isFilled = (text: string) => text.trim() !== '' && blanksIn(text).length === 0

/** Whether an entry of a group is published in every language. */
export function isWritten({ entries }: Pick<StoredContents, 'entries'>, group: GroupName, key: string): boolean {
  return entries.some((entry) => entry.group === group && entry.key === key && isWhole(entry))
}

/** Whether the terms are published in every language: until then, nobody can accept them. */
export function hasTerms({ entries }: Pick<StoredContents, 'entries'>): boolean {
  const terms = entries.filter(({ group }) => group === 'tnc')
  return terms.length > 0 && terms.every(isWhole)
}

/** Resolves a field's image names to images; null when there is none in English. */
export function imageFinder({
  images,
}: StoredContents): (choice: ImageChoice | null | undefined) => LocalizedImage | null {
  const byName = new Map(images.map((stored) => [stored.name, toImage(stored)]))
  const find = (name: string | undefined) => (name === undefined ? null : (byName.get(name) ?? null))
  return (choice) => {
    if (choice === null || choice === undefined) return null
    const names: Exclude<ImageChoice, string> = typeof choice === 'string' ? { [defaultLanguage]: choice } : choice
    const image = find(names[defaultLanguage])
    return image && { ...inEachLanguage((language) => find(names[language])), [defaultLanguage]: image }
  }
}
export type FindImage = ReturnType<typeof imageFinder>
