import { isDeepStrictEqual } from 'node:util'
import { languages } from '#contract/language.ts'
import type { Difference } from '#contract/staff/contents.ts'
import type { StoredContent } from '#server/store/tables.ts'
import { type GroupName, groups, textsOf } from './groups.ts'

/** How many characters of a value a difference has at most. */
const mostCharacters = 300

function toText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters).toWellFormed()}…` : text
}

/** What differs between two states of an entry, in the order of its group's table; null: there was, or is, none. */
export function differencesOf(
  group: GroupName,
  before: StoredContent | null,
  after: StoredContent | null,
): Difference[] {
  const fields = Object.keys(groups[group].fields.entries).flatMap((field) => {
    const [was, is] = [before?.fields[field], after?.fields[field]]
    return isDeepStrictEqual(was, is) ? [] : [{ field, language: null, before: toText(was), after: toText(is) }]
  })
  const texts = textsOf(group).flatMap(([field]) =>
    languages.flatMap((language) => {
      const [was, is] = [before?.texts[field]?.[language], after?.texts[field]?.[language]]
      return was === is ? [] : [{ field, language, before: toText(was), after: toText(is) }]
    }),
  )
  return [...fields, ...texts]
}
