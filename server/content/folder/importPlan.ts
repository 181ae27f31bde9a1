import { isDeepStrictEqual } from 'node:util'
import { languages } from '#contract/language.ts'
import type { StoredContents, StoredEntry } from '#server/store/contents.ts'
import { type GroupName, groupNames, groups, textsOf } from '#server/content/groups.ts'
import type { SourceImage } from '#server/images/sourceImage.ts'
import type { ContentFolder, FolderEntry } from './readFolder.ts'
import { groupAfterImport, imagesOf } from './references.ts'

/** An entry to be written. */
export interface PlannedEntry extends FolderEntry {
  group: GroupName
  position: number
}

/** What an import of a folder changes. */
export interface ImportPlan {
  added: PlannedEntry[]
  /** `changes` names the fields, and the texts with their languages: `points`, `name (tc, sc)`. */
  changed: (PlannedEntry & { changes: string[] })[]
  /** Entries that only change their position. */
  moved: PlannedEntry[]
  removed: Pick<StoredEntry, 'id' | 'group' | 'key'>[]
  images: { added: SourceImage[]; changed: SourceImage[]; removed: string[] }
}

/** The differences between two states of an entry, in the order in which its group declares fields and texts. */
function changesOf(group: GroupName, before: StoredEntry, after: FolderEntry): string[] {
  const fields = Object.keys(groups[group].fields.entries)
  const texts = textsOf(group).flatMap(([name]) => {
    const changed = languages.filter((language) => before.texts[name]?.[language] !== after.texts[name]?.[language])
    return changed.length > 0 ? [`${name} (${changed.join(', ')})`] : []
  })
  return [...fields.filter((name) => !isDeepStrictEqual(before.fields[name], after.fields[name])), ...texts]
}

function planGroup(plan: ImportPlan, current: StoredContents, group: GroupName, entries: readonly FolderEntry[]): void {
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

/** Removes images that nothing uses any more. Images that the folder uses without containing them stay. */
function planImages(current: StoredContents, folder: ContentFolder): ImportPlan['images'] {
  const used = new Set(
    groupNames
      .flatMap((name) => groupAfterImport(current, folder, name))
      .flatMap(({ fields }) => imagesOf(fields).map(({ name }) => name)),
  )
  const before = new Map(current.images.map((image) => [image.name, image]))
  const wanted = folder.images.filter(({ name }) => used.has(name))
  return {
    added: wanted.filter(({ name }) => !before.has(name)),
    changed: wanted.filter(({ name, hash, media_type: type }) => {
      const known = before.get(name)
      return known !== undefined && (known.hash !== hash || known.media_type !== type)
    }),
    removed: [...before.keys()].filter((name) => !used.has(name)),
  }
}

/** Compares a folder with the current contents. Groups that are not in the folder stay unchanged. */
export function planImport(current: StoredContents, folder: ContentFolder): ImportPlan {
  const plan: ImportPlan = { added: [], changed: [], moved: [], removed: [], images: planImages(current, folder) }
  for (const [group, entries] of folder.groups) planGroup(plan, current, group, entries)
  return plan
}

/** Whether the import changes nothing. */
export function isEmptyPlan({ added, changed, moved, removed, images }: ImportPlan): boolean {
  const parts = [added, changed, moved, removed, images.added, images.changed, images.removed]
  return parts.every((part) => part.length === 0)
}

/** A plan as lines for the operator. */
export function describePlan(plan: ImportPlan): string[] {
  const { added, changed, moved, removed, images } = plan
  const movedGroups = [...new Set(moved.map(({ group }) => group))]
  return [
    ...added.map(({ group, key }) => `add     ${group}: ${key}`),
    ...changed.map(({ group, key, changes }) => `change  ${group}: ${key}: ${changes.join(', ')}`),
    ...removed.map(({ group, key }) => `remove  ${group}: ${key}`),
    ...movedGroups.map((group) => `order   ${group}`),
    ...images.added.map(({ name }) => `add     images/${name}`),
    ...images.changed.map(({ name }) => `change  images/${name}`),
    ...images.removed.map((name) => `remove  images/${name}`),
  ]
}
