import { isDeepStrictEqual } from 'node:util'
import { languages } from '#contract/language.ts'
import type { Difference } from '#contract/staff/contents.ts'
import type { StoredContent } from '#server/store/tables.ts'
import { type GroupName, groups, textsOf } from './groups.ts'

/** How many characters of a value a difference has at most. */
const mostCharacters = 300

/** How many of those stand before the first that differs. */
const charactersBefore = 60

function toText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The part of a text that begins shortly before the first character that differs. */
function cut(text: string | null, differsAt: number): string | null {
  if (text === null || text.length <= mostCharacters) return text
  const from = Math.max(0, differsAt - charactersBefore)
  const part = text.slice(from, from + mostCharacters).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + mostCharacters < text.length ? '…' : ''}`
}

/** The two states of a value, each cut to where they differ. */
function sidesOf(was: unknown, is: unknown): Pick<Difference, 'before' | 'after'> {
  const [before, after] = [toText(was), toText(is)]
  const [one, other] = [before ?? '', after ?? '']
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return { before: cut(before, at), after: cut(after, at) }
}

/** What differs between two states of an entry, in the order of its group's table; null: there was, or is, none. */
export function differencesOf(
  group: GroupName,
  before: StoredContent | null,
  after: StoredContent | null,
): Difference[] {
  const fields = Object.keys(groups[group].fields.entries).flatMap((field) => {
    const [was, is] = [before?.fields[field], after?.fields[field]]
    return isDeepStrictEqual(was, is) ? [] : [{ field, language: null, ...sidesOf(was, is) }]
  })
  const texts = textsOf(group).flatMap(([field]) =>
    languages.flatMap((language) => {
      const [was, is] = [before?.texts[field]?.[language], after?.texts[field]?.[language]]
      return was === is ? [] : [{ field, language, ...sidesOf(was, is) }]
    }),
  )
  return [...fields, ...texts]
}
