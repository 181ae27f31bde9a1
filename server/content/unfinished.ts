import * as v from 'valibot'
import { type GroupName, groups, textsOf } from './groups.ts'

/** The characters that no stored text can have. */
const unstorable = /[\p{Cs}\0]/u

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !unstorable.test(value)
  if (Array.isArray(value)) return value.every(isStorable)
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable)
}

/** Whether an issue says that a value is of another type; what is missing, or too small, can be mended later. */
const isOfOtherType = (issue: v.BaseIssue<unknown>) =>
  issue.kind === 'schema' && !(issue.type === 'strict_object' && issue.input === undefined)

/**
 * Whether an entry can be a draft, be it unfinished: its key is one, as it stays for good, and everything else is a
 * field or a text of its group, of the right type.
 */
export function canBeDraft(
  group: GroupName,
  { key, fields, texts }: { key: string; fields: Record<string, unknown>; texts: Record<string, unknown> },
): boolean {
  const schema: v.GenericSchema = groups[group].fields
  const issues = v.safeParse(schema, fields).issues ?? []
  const known = new Set(textsOf(group).map(([name]) => name))
  return (
    v.is(groups[group].key, key) &&
    !issues.some(isOfOtherType) &&
    Object.keys(texts).every((name) => known.has(name)) &&
    isStorable(fields) &&
    isStorable(texts)
  )
}
