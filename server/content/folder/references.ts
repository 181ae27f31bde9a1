import type { RewardSummary } from '#contract/spending/rewards.ts'
import type { StoredContents } from '#server/store/contents.ts'
import type { ImageChoice } from '#server/content/fields.ts'
import { fieldProblem, type Problems, noProblems } from './problems.ts'
import { type GroupName, imageFields } from '#server/content/groups.ts'
import type { ContentFolder, FolderEntry } from './readFolder.ts'

type Fields = Record<string, unknown>
type RewardType = RewardSummary['rewardType']

function namesIn(choice: ImageChoice): [string, string][] {
  if (typeof choice === 'string') return [[choice, '']]
  return Object.entries(choice).flatMap(([language, name]) => (name === undefined ? [] : [[name, ` (${language})`]]))
}

/** The images that an entry names, each with its field, and its language if it is for one only. */
export function imagesOf(fields: Fields): { name: string; field: string }[] {
  return imageFields.flatMap((field) => {
    const value = fields[field]
    const choices = Array.isArray(value) ? value : value ? [value] : []
    return choices.flatMap((choice: ImageChoice) =>
      namesIn(choice).map(([name, language]) => ({ name, field: `${field}${language}` })),
    )
  })
}

/** A group as it will be after the import: the folder's, else the current one. */
export function groupAfterImport(
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
  /** The reference; undefined when the entry has none. */
  named: (entry: Pick<FolderEntry, 'key' | 'fields'>) => unknown
  /** What identifies the entry that is referred to. */
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
  {
    from: 'rewards',
    to: 'events',
    field: 'rewardType',
    named: ({ key, fields }) => (fields['rewardType'] === ('Event' satisfies RewardType) ? key : undefined),
    known: ({ key }) => key,
  },
]

/**
 * Checks a folder's references to images and entries, both of the folder and of the current contents. Reports images
 * that nothing uses.
 */
export function checkReferences(current: StoredContents, folder: ContentFolder): Problems {
  const problems = noProblems()
  const images = new Set([...folder.images, ...current.images].map(({ name }) => name))
  const used = new Set<string>()
  for (const [group, entries] of folder.groups)
    for (const { key, fields } of entries)
      for (const { name, field } of imagesOf(fields)) {
        used.add(name)
        if (!images.has(name))
          problems.errors.push(fieldProblem(group, key, field, `there is no picture images/${name}`))
      }
  for (const { name } of current.entries.flatMap(({ fields }) => imagesOf(fields))) used.add(name)
  for (const { name } of folder.images)
    if (!used.has(name))
      problems.warnings.push({ place: `images/${name}`, sentence: 'is used by nothing, and is left out' })
  for (const { from, to, field, named, known } of references) {
    const targets = new Set(groupAfterImport(current, folder, to).map(known))
    for (const entry of groupAfterImport(current, folder, from)) {
      const target = named(entry)
      if (target === undefined || targets.has(target)) continue
      const flaw = `there is nothing in ${to} for ${JSON.stringify(target)}`
      problems.errors.push(fieldProblem(from, entry.key, field, flaw))
    }
  }
  return problems
}
