import { isDeepStrictEqual } from 'node:util'
import { languages } from '#contract/language.ts'
import type { StoredContents, StoredEntry } from '#server/store/contents.ts'
import { type GroupName, groupNames, groups, textsOf } from '#server/content/groups.ts'
import type { Picture } from '#server/images/sourceImage.ts'
import type { ContentFolder, FolderEntry } from './readFolder.ts'
import { groupAfter, picturesOf } from './references.ts'

/** An entry as it is to be written. */
export interface PlannedEntry extends FolderEntry {
  group: GroupName
  position: number
}

/** What importing a folder would change. */
export interface Plan {
  added: PlannedEntry[]
  /** `changes` names the fields, and the texts with their languages: `points`, `name (tc, sc)`. */
  changed: (PlannedEntry & { changes: string[] })[]
  /** Entries that stand elsewhere in their group, and are the same otherwise. */
  moved: PlannedEntry[]
  removed: Pick<StoredEntry, 'id' | 'group' | 'key'>[]
  pictures: { added: Picture[]; changed: Picture[]; removed: string[] }
}

/** What differs between two states of an entry, in the order in which its group declares fields and texts. */
function changesOf(group: GroupName, before: StoredEntry, after: FolderEntry): string[] {
  const fields = Object.keys(groups[group].fields.entries)
  const texts = textsOf(group).flatMap(([name]) => {
    const changed = languages.filter((language) => before.texts[name]?.[language] !== after.texts[name]?.[language])
    return changed.length > 0 ? [`${name} (${changed.join(', ')})`] : []
  })
  return [...fields.filter((name) => !isDeepStrictEqual(before.fields[name], after.fields[name])), ...texts]
}

function planGroup(plan: Plan, current: StoredContents, group: GroupName, entries: readonly FolderEntry[]): void {
  const before = new Map(current.entries.filter((entry) => entry.group === group).map((entry) => [entry.key, entry]))
  for (const [position, { key, fields, texts }] of entries.entries()) {
    const planned = { group, key, position, fields, texts }
    const known = before.get(key)
    before.delete(key)
    if (!known) {
      plan.added.push(planned)
      continue
    }
    const changes = changesOf(group, known, planned)
    if (changes.length > 0) plan.changed.push({ ...planned, changes })
    else if (known.position !== position) plan.moved.push(planned)
  }
  plan.removed.push(...[...before.values()].map(({ id, key }) => ({ id, group, key })))
}

/** Pictures that nothing uses any more go; those that a folder without them relies on stay. */
function planPictures(current: StoredContents, folder: ContentFolder): Plan['pictures'] {
  const used = new Set(
    groupNames
      .flatMap((name) => groupAfter(current, folder, name))
      .flatMap(({ fields }) => picturesOf(fields).map(({ name }) => name)),
  )
  const before = new Map(current.images.map((image) => [image.name, image]))
  const wanted = folder.pictures.filter(({ name }) => used.has(name))
  return {
    added: wanted.filter(({ name }) => !before.has(name)),
    changed: wanted.filter(({ name, hash, media_type: type }) => {
      const known = before.get(name)
      return known !== undefined && (known.hash !== hash || known.media_type !== type)
    }),
    removed: [...before.keys()].filter((name) => !used.has(name)),
  }
}

/** Compares a folder with the contents that there are. Groups that the folder does not have are left alone. */
export function planImport(current: StoredContents, folder: ContentFolder): Plan {
  const plan: Plan = { added: [], changed: [], moved: [], removed: [], pictures: planPictures(current, folder) }
  for (const [group, entries] of folder.groups) planGroup(plan, current, group, entries)
  return plan
}

/** Whether importing would leave everything as it is. */
export function isEmptyPlan({ added, changed, moved, removed, pictures }: Plan): boolean {
  const parts = [added, changed, moved, removed, pictures.added, pictures.changed, pictures.removed]
  return parts.every((part) => part.length === 0)
}

/** A plan as lines for the operator. */
export function describePlan(plan: Plan): string[] {
  const { added, changed, moved, removed, pictures } = plan
  const movedGroups = [...new Set(moved.map(({ group }) => group))]
  return [
    ...added.map(({ group, key }) => `add     ${group}: ${key}`),
    ...changed.map(({ group, key, changes }) => `change  ${group}: ${key}: ${changes.join(', ')}`),
    ...removed.map(({ group, key }) => `remove  ${group}: ${key}`),
    ...movedGroups.map((group) => `order   ${group}`),
    ...pictures.added.map(({ name }) => `add     images/${name}`),
    ...pictures.changed.map(({ name }) => `change  images/${name}`),
    ...pictures.removed.map((name) => `remove  images/${name}`),
  ]
}
