import * as v from 'valibot'
import type { RewardSummary } from '#contract/spending/rewards.ts'
import type { Problem, Problems } from './problems.ts'
import { type GroupName, groups } from '#server/content/groups.ts'

/** An entry as in its group's JSON file. */
interface ReadEntry {
  key: string
  fields: Record<string, unknown>
}

/** Maps every string in a JSON value. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]))
  return value
}

/** Omits nulls, which mean the same as absent fields. */
export function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}

function flawOf(issue: v.BaseIssue<unknown>): string {
  const isObject = issue.type === 'strict_object'
  if (isObject && issue.expected === 'never') return 'is not a field of this group'
  if (isObject && issue.input === undefined) return 'is missing'
  return issue.message
}

function readJson(json: string): { value: unknown } | { reason: string } {
  try {
    const value: unknown = JSON.parse(json)
    return { value }
  } catch (error) {
    return { reason: (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ') }
  }
}

/** A reward that costs nothing cannot be redeemed. What is stored already still has its page, which says so. */
function isFreeItem({ rewardType, points }: Record<string, unknown>): boolean {
  return rewardType === ('Item' satisfies RewardSummary['rewardType']) && points === 0
}

/** Checks the key and the fields of an entry. One whose fields do not match their schema is reported and gets none. */
export function checkEntry(
  name: GroupName,
  { key, fields: given }: { key: string; fields: unknown },
  problems: Problems,
): ReadEntry {
  const refuse = (field: string | null, sentence: string, flaw: string) => {
    const problem: Problem = { place: `${name}/entries.json`, sentence, at: { key, field, language: null, flaw } }
    problems.errors.push(problem)
  }
  const checkedKey = v.safeParse(groups[name].key, key)
  if (!checkedKey.success) {
    const flaw = checkedKey.issues[0].message
    refuse('key', `the key ${JSON.stringify(key)} ${flaw}`, flaw)
  }
  const schema: v.GenericSchema<unknown, Record<string, unknown>> = groups[name].fields
  const fields = v.safeParse(schema, given, { abortPipeEarly: true })
  if (fields.success) {
    const flaw = 'must be 1 or more for a reward of the type "Item"'
    if (isFreeItem(fields.output)) refuse('points', `${key}: points ${flaw}`, flaw)
    return { key, fields: withoutNulls(fields.output) }
  }
  for (const issue of fields.issues) {
    const path = v.getDotPath(issue) ?? ''
    refuse(path.split('.')[0] ?? '', `${key}: ${path} ${flawOf(issue)}`, flawOf(issue))
  }
  return { key, fields: {} }
}

/**
 * Parses the entries of a group's `entries.json`, in order. An entry that does not match its schema is reported and
 * gets no fields.
 */
export function readEntries(
  name: GroupName,
  json: string,
  problems: Problems,
  prepare: (text: string) => string,
): ReadEntry[] {
  const refuse = (sentence: string) => problems.errors.push({ place: `${name}/entries.json`, sentence })
  const read = readJson(json)
  if ('reason' in read) {
    refuse(`is not JSON: ${read.reason}`)
    return []
  }
  const list = v.safeParse(v.array(v.looseObject({ key: v.string() })), read.value)
  if (!list.success) {
    refuse('must be a list of entries, each with a "key"')
    return []
  }
  const seen = new Set<string>()
  return list.output.flatMap(({ key, ...given }) => {
    if (seen.has(key)) {
      refuse(`${key} stands here twice`)
      return []
    }
    seen.add(key)
    return [checkEntry(name, { key, fields: mapTexts(given, prepare) }, problems)]
  })
}
