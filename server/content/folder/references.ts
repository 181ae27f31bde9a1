import type { StoredContents } from '#server/store/contents.ts'
import type { ImageChoice } from '#server/content/fields.ts'
import { type Findings, noFindings } from './problems.ts'
import { type GroupName, pictureFields } from '#server/content/groups.ts'
import type { ContentFolder, FolderEntry } from './readFolder.ts'

type Fields = Record<string, unknown>

function namesIn(choice: ImageChoice): [string, string][] {
  if (typeof choice === 'string') return [[choice, '']]
  return Object.entries(choice).flatMap(([language, name]) => (name === undefined ? [] : [[name, ` (${language})`]]))
}

/** The pictures that an entry names, each with the field that names it, and the language where it is for one. */
export function picturesOf(fields: Fields): { name: string; field: string }[] {
  return pictureFields.flatMap((field) => {
    const value = fields[field]
    const choices = Array.isArray(value) ? value : value ? [value] : []
    return choices.flatMap((choice: ImageChoice) =>
      namesIn(choice).map(([name, language]) => ({ name, field: `${field}${language}` })),
    )
  })
}

/** A group as it will be: the folder's, else the one that there is. */
export function groupAfter(
  current: StoredContents,
  { groups }: ContentFolder,
  name: GroupName,
): readonly Pick<FolderEntry, 'key' | 'fields'>[] {
  return groups.get(name) ?? current.entries.filter(({ group }) => group === name)
}

/** A field that names an entry of another group. */
interface Reference {
  from: GroupName
  to: GroupName
  /** What the entry names; undefined where it names nothing. */
  named: (entry: Pick<FolderEntry, 'key' | 'fields'>) => unknown
  /** What the named one is known by. */
  known: (entry: Pick<FolderEntry, 'key' | 'fields'>) => unknown
  field: string
}

const references: readonly Reference[] = [
  { from: 'highlight_rewards', to: 'rewards', field: 'key', named: ({ key }) => key, known: ({ key }) => key },
  {
    from: 'homepage_banners',
    to: 'campaigns',
    field: 'alias',
    named: ({ fields }) => fields['alias'],
    known: ({ key }) => key,
  },
  {
    from: 'rewards',
    to: 'reward_categories',
    field: 'redeemed_item_category_id',
    named: ({ fields }) => fields['redeemed_item_category_id'],
    known: ({ fields }) => fields['id'],
  },
]

/**
 * Checks what a folder refers to, among itself and the contents that there are: its pictures and the entries that others name. Pictures
 * that nobody uses are told of.
 */
export function checkReferences(current: StoredContents, folder: ContentFolder): Findings {
  const findings = noFindings()
  const pictures = new Set([...folder.pictures, ...current.images].map(({ name }) => name))
  const used = new Set<string>()
  for (const [group, entries] of folder.groups)
    for (const { key, fields } of entries)
      for (const { name, field } of picturesOf(fields)) {
        used.add(name)
        if (!pictures.has(name))
          findings.errors.push({
            place: `${group}/entries.json`,
            sentence: `${key}: ${field}: there is no picture images/${name}`,
          })
      }
  for (const { name } of current.entries.flatMap(({ fields }) => picturesOf(fields))) used.add(name)
  for (const { name } of folder.pictures)
    if (!used.has(name))
      findings.warnings.push({ place: `images/${name}`, sentence: 'is used by nothing, and is left out' })
  for (const { from, to, field, named, known } of references) {
    const targets = new Set(groupAfter(current, folder, to).map(known))
    for (const entry of folder.groups.get(from) ?? []) {
      const target = named(entry)
      if (target === undefined || targets.has(target)) continue
      findings.errors.push({
        place: `${from}/entries.json`,
        sentence: `${entry.key}: ${field}: there is nothing in ${to} for ${JSON.stringify(target)}`,
      })
    }
  }
  return findings
}
