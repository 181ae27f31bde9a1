import type { ImportPlan, PlannedEntry } from './importPlan.ts'
import type { Problem } from './problems.ts'

/** How many places each event among entries has; null without a limit. */
export function placesOf(entries: readonly Pick<PlannedEntry, 'group' | 'key' | 'fields'>[]) {
  return entries.flatMap(({ group, key: alias, fields: { event_quota: places } }) =>
    group === 'events' ? [{ alias, places: typeof places === 'number' ? places : null }] : [],
  )
}

/**
 * What an import would take away although members have registered for it.
 *
 * @param taken how many places of each event are taken, by alias
 */
export function checkPlaces(
  { changed, removed }: Pick<ImportPlan, 'changed' | 'removed'>,
  taken: ReadonlyMap<string, number>,
): Problem[] {
  const place = 'events/entries.json'
  const tooFew = placesOf(changed).flatMap(({ alias, places }) => {
    const count = taken.get(alias) ?? 0
    const sentence = `${alias} has ${places} places, and ${count} are taken`
    return places !== null && places < count ? [{ place, sentence }] : []
  })
  const gone = removed.flatMap(({ group, key }) => {
    const isTaken = group === 'events' && taken.has(key)
    return isTaken ? [{ place, sentence: `${key} has registrations: make it inactive instead of removing it` }] : []
  })
  return [...tooFew, ...gone]
}
