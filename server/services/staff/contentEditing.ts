import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { inEachLanguage, languages, type LocalizedText, type Translations } from '#contract/language.ts'
import type { ActFacts } from '#contract/staff/actions.ts'
import {
  changedOnEvents,
  type ContentProblem,
  type discardContent,
  type listContents,
  mostPublications,
  type moveContent,
  type previewContent,
  type publishContent,
  type readContent,
  type restoreContent,
  type saveContent,
} from '#contract/staff/contents.ts'
import { describeGroup } from '#server/content/describe.ts'
import { differencesOf } from '#server/content/differences.ts'
import { hasTerms } from '#server/content/entries.ts'
import { type ContentFacts, fillIn, isShown } from '#server/content/fillIn.ts'
import { checkTexts } from '#server/content/folder/checkTexts.ts'
import { checkEntry, withoutNulls } from '#server/content/folder/entriesFile.ts'
import { compareFolder } from '#server/content/folder/importFolder.ts'
import {
  fieldProblem,
  formatProblem,
  noProblems,
  type Problem,
  type Problems,
} from '#server/content/folder/problems.ts'
import type { FolderEntry } from '#server/content/folder/readFolder.ts'
import { type GroupName, groupNames, isGroupName, textsOf } from '#server/content/groups.ts'
import { toHtml } from '#server/content/markdown.ts'
import { canBeDraft } from '#server/content/unfinished.ts'
import { isPublished } from '#server/domain/rewards.ts'
import {
  addPublication,
  findDrafts,
  findLastChanges,
  findPublications,
  findRemoved,
  removeDraft,
  saveDraft,
  type StoredDraft,
} from '#server/store/contentDrafts.ts'
import {
  markImported,
  readContents,
  readGroup,
  removeEntries,
  saveEntries,
  type StoredEntry,
} from '#server/store/contents.ts'
import { takeLock } from '#server/store/locks.ts'
import { readTakenPlaces } from '#server/store/spending/eventRegistrations.ts'
import { readRedeemedStock } from '#server/store/spending/rewardStock.ts'
import type { ActingPool, ActingTransaction, ConnectionPool } from '#server/store/store.ts'
import type { StoredContent, StoredTexts } from '#server/store/tables.ts'
import { inSnapshot, inTransaction } from '#server/store/transactions.ts'
import { recordActs } from '../acts.ts'
import { nameDoer, readActorNames } from './doneBy.ts'

interface Named {
  group: GroupName
  key: string
}

/** An entry as it is published and as it is drafted. */
interface Found extends Named {
  published: StoredEntry | null
  draft: StoredDraft | null
  /** The entries of its group. */
  neighbours: StoredEntry[]
}

const contentOf = (entry: StoredEntry | null): StoredContent | null =>
  entry && { fields: entry.fields, texts: entry.texts }

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** What was published, in short; null where nothing was. */
const baseOf = (published: StoredEntry | null) => published && hashOf([published.fields, published.texts])

/** What a change has to name: another one as soon as anybody has saved or published the entry. */
const versionOf = ({ published, draft }: Pick<Found, 'published' | 'draft'>) =>
  hashOf([baseOf(published), draft?.revision ?? null])

const isStale = ({ published, draft }: Found) => draft !== null && draft.base !== baseOf(published)

async function find(db: ConnectionPool | ActingTransaction, { group, key }: Named): Promise<Found> {
  const neighbours = await readGroup(db, group)
  const [draft = null] = await findDrafts(db, { group, key })
  return { group, key, published: neighbours.find((entry) => entry.key === key) ?? null, draft, neighbours }
}

/** The same while nobody else changes contents, until the transaction ends. */
async function lock(db: ActingTransaction, named: Named): Promise<Found> {
  await takeLock(db, 'contents')
  return find(db, named)
}

const namedBy = ({ group, key }: { group: string; key: string }): Named | null =>
  isGroupName(group) ? { group, key } : null

const draftedBy = async (db: ConnectionPool | ActingTransaction, draft: StoredDraft | null) =>
  nameDoer(db, draft && { actor: draft.savedBy, at: draft.savedAt })

/** A text as a folder has it: without the space around it, and with one kind of line ends. */
const tidied = (text: string | undefined) => (text ?? '').replaceAll(/\r\n?/g, '\n').trim()

/** The texts of an entry that are not empty. */
function tidy(texts: Readonly<Record<string, Translations>>): StoredTexts {
  const whole = Object.entries(texts).map(([name, text]) => {
    const written = languages.flatMap((language) => {
      const own = tidied(text[language])
      return own === '' ? [] : [[language, own] as const]
    })
    return [name, Object.fromEntries(written)] as const
  })
  return Object.fromEntries(whole.filter(([, text]) => Object.keys(text).length > 0))
}

/** Checks the key, the fields and the texts of an entry on their own. */
function checkContent(
  { group, key }: Named,
  given: { fields: Record<string, unknown>; texts: Readonly<Record<string, Translations>> },
): { entry: FolderEntry; problems: Problems } {
  const problems = noProblems()
  const known = new Set(textsOf(group).map(([name]) => name))
  const { fields } = checkEntry(group, { key, fields: given.fields }, problems)
  for (const name of Object.keys(given.texts))
    if (!known.has(name)) {
      const at = { key, field: name, language: null, flaw: 'is not a text of this group' }
      problems.errors.push({ place: `${group}/en.md`, sentence: `${key}: ${name} is not a text of this group`, at })
    }
  const texts = tidy(given.texts)
  checkTexts(group, [{ key, texts }], problems)
  return { entry: { key, fields, texts }, problems }
}

/** The entries of a group if one were another, or gone (null). */
function groupThen({ key, neighbours }: Found, entry: FolderEntry | null): FolderEntry[] {
  const others: FolderEntry[] = neighbours.filter((one) => one.key !== key)
  const at = neighbours.findIndex((one) => one.key === key)
  return entry === null ? others : others.toSpliced(at === -1 ? others.length : at, 0, entry)
}

/**
 * What would be wrong with all contents if an entry were another, or gone (null), as an import says. What was wrong
 * with others before is not told.
 */
async function checkAmongOthers(db: ActingTransaction, found: Found, entry: FolderEntry | null): Promise<Problem[]> {
  const { group, key, neighbours } = found
  const compare = (entries: readonly FolderEntry[]) =>
    compareFolder(db, { groups: new Map([[group, [...entries]]]), images: [] })
  const known = new Set((await compare(neighbours)).problems.errors.map(formatProblem))
  const { problems } = await compare(groupThen(found, entry))
  const isOwn = (problem: Problem) => problem.at?.key === key && problem.place.startsWith(`${group}/`)
  return problems.errors.filter((problem) => isOwn(problem) || !known.has(formatProblem(problem)))
}

const timeOf = ({ fields }: StoredContent) => Date.parse(String(fields['starts_at']))
const isTakingPlace = ({ fields }: StoredContent) => isPublished(String(fields['status']))

/**
 * Guests are told by mail when the time, the venue or the status of their event changes. The page Events changes these:
 * there, nobody is told while it can be undone.
 */
async function checkPlan(
  db: ActingTransaction,
  { group, key, published }: Found,
  next: StoredContent | null,
): Promise<Problem[]> {
  if (group !== 'events' || published === null || next === null) return []
  if (!(await readTakenPlaces(db)).has(key)) return []
  const place = `${group}/entries.json`
  const venues = languages.flatMap((language): Problem[] => {
    if ((published.texts['venue']?.[language] ?? '') === (next.texts['venue']?.[language] ?? '')) return []
    const at = { key, field: 'venue', language, flaw: changedOnEvents }
    return [{ place, sentence: `${key}: venue ${changedOnEvents}`, at }]
  })
  return [
    ...(Object.is(timeOf(published), timeOf(next)) ? [] : [fieldProblem(group, key, 'starts_at', changedOnEvents)]),
    ...(isTakingPlace(published) === isTakingPlace(next) ? [] : [fieldProblem(group, key, 'status', changedOnEvents)]),
    ...venues,
  ]
}

/** What publishing an entry as it is would refuse, or its removal (null), and what is to be looked at again. */
async function check(db: ActingTransaction, found: Found, content: StoredContent | null): Promise<Problems> {
  const checked = content && checkContent(found, content)
  const { errors, warnings } = checked?.problems ?? noProblems()
  if (errors.length > 0) return { errors, warnings }
  const among = await checkAmongOthers(db, found, checked?.entry ?? null)
  return { errors: [...among, ...(await checkPlan(db, found, content))], warnings }
}

/** Whether the terms are whole, and would not be any more: then no one can join. */
function closesJoining(found: Found, content: StoredContent | null, facts: ContentFacts): boolean {
  const { group, key, neighbours } = found
  if (group !== 'tnc') return false
  const then = groupThen(found, content && { key, ...content })
  const asStored = then.map((entry, position) => ({ ...entry, id: entry.key, group, position }))
  const areWhole = (entries: StoredEntry[]) => hasTerms({ entries: entries.filter((entry) => isShown(entry, facts)) })
  return areWhole(neighbours) && !areWhole(asStored)
}

/** Problems of an entry for its form; what is wrong elsewhere because of it, is told whole. */
function toAnswer(named: Named, problems: readonly Problem[]): ContentProblem[] {
  return problems.map(({ place, sentence, at }) =>
    at && at.key === named.key && place.startsWith(`${named.group}/`)
      ? { field: at.field?.split(' ')[0] ?? null, language: at.language, flaw: at.flaw }
      : { field: null, language: null, flaw: `${place}: ${sentence}` },
  )
}

type Saved = SentAnswerOf<typeof saveContent>

/** Saves a draft, be it unfinished, unless somebody has changed the entry since. */
export function saveDraftAsStaff(
  db: ActingPool,
  { group, key, version, content, now }: ParsedRequestOf<typeof saveContent> & { now: Date },
): Promise<Saved> {
  const named = namedBy({ group, key })
  if (named === null) return Promise.resolve({ kind: 'unknown' })
  return inTransaction(db, async (transaction): Promise<Saved> => {
    const found = await lock(transaction, named)
    const { published, draft } = found
    const isThere = published !== null || draft !== null
    const next = content && { fields: withoutNulls(content.fields), texts: tidy(content.texts) }
    // The same again is of somebody to whom no answer came.
    const isAgain = draft !== null && isDeepStrictEqual(next, draft.content)
    if (version === null && isThere && !isAgain) return { kind: 'taken' }
    if (version !== null && !isThere) return { kind: 'unknown' }
    if (version !== null && version !== versionOf(found) && !isAgain) {
      const theirs = draft === null ? contentOf(published) : draft.content
      const differences = differencesOf(named.group, theirs, next)
      return { kind: 'changed', drafted: await draftedBy(transaction, draft), differences }
    }
    if (content === null && published === null) return { kind: 'unknown' }
    if (content !== null && !canBeDraft(named.group, { key, ...content }))
      return { kind: 'refused', problems: toAnswer(named, checkContent(named, content).problems.errors) }
    if (next !== null && isDeepStrictEqual(next, contentOf(published))) {
      await removeDraft(transaction, group, key)
      return { kind: 'unchanged', version: versionOf({ published, draft: null }) }
    }
    const { errors, warnings } = await check(transaction, found, next)
    const base = baseOf(published)
    const savedBy = transaction.actor.name
    const revision = await saveDraft(transaction, { ...named, content: next, base, savedBy, savedAt: now })
    return {
      kind: 'saved',
      version: hashOf([base, revision]),
      faults: toAnswer(named, errors),
      warnings: toAnswer(named, warnings),
    }
  })
}

/** How an entry is called in the log. */
const placeOf = ({ group, key }: { group: string; key: string }) => `${group}/${key}`

const aboutEntry = (named: Named) => ({
  subject: { kind: 'contents', id: placeOf(named) } as const,
  memberId: null,
})

/** Discards a draft. */
export function discardDraftAsStaff(
  db: ActingPool,
  { group, key, version }: ParsedRequestOf<typeof discardContent>,
): Promise<SentAnswerOf<typeof discardContent>> {
  const named = namedBy({ group, key })
  if (named === null) return Promise.resolve({ kind: 'unknown' })
  return inTransaction(db, async (transaction): Promise<SentAnswerOf<typeof discardContent>> => {
    const found = await lock(transaction, named)
    if (found.draft === null) return { kind: 'unknown' }
    if (version !== versionOf(found)) return { kind: 'changed', drafted: await draftedBy(transaction, found.draft) }
    await removeDraft(transaction, group, key)
    await recordActs(transaction, [{ action: 'content_discard', ...aboutEntry(named) }])
    return { kind: 'discarded', version: versionOf({ ...found, draft: null }) }
  })
}

/** The differences as facts of an act: the values by field and language. */
function factsOf(group: GroupName, before: StoredContent | null, after: StoredContent | null) {
  const differences = differencesOf(group, before, after)
  const valuesOf = (side: 'before' | 'after') =>
    Object.fromEntries(
      differences.map((one) => [one.language === null ? one.field : `${one.field} (${one.language})`, one[side]]),
    )
  const sideOf = (side: 'before' | 'after'): ActFacts => ({ content: valuesOf(side) })
  return { before: sideOf('before'), after: sideOf('after') }
}

/**
 * Makes an entry say something else, or removes it (null), with the act that says so. A trigger sets the stocks of
 * rewards and the places of events. Resolves to the act's id.
 */
async function publish(
  db: ActingTransaction,
  { published, neighbours, group, key }: Found,
  next: { content: StoredContent | null; position: number | null },
  { action, now }: { action: 'content_publish' | 'content_restore' | 'content_move'; now: Date },
): Promise<string> {
  const last = neighbours.at(-1)?.position ?? -1
  const position = published?.position ?? next.position ?? last + 1
  if (next.content !== null) await saveEntries(db, [{ group, key, position, ...next.content }], now)
  else if (published !== null) await removeEntries(db, [published.id])
  const before = contentOf(published)
  const [act] = await recordActs(db, [
    { action, ...aboutEntry({ group, key }), ...factsOf(group, before, next.content) },
  ])
  if (act === undefined) throw new Error('A publishing was not recorded')
  await addPublication(db, { actId: act, group, key, before, after: next.content, position, now })
  await markImported(db, now)
  return act
}

type Published = SentAnswerOf<typeof publishContent>

/** Publishes a draft. What has changed meanwhile elsewhere may refuse what could be saved. */
export function publishDraftAsStaff(
  db: ActingPool,
  { group, key, version, mayCloseJoining, now }: ParsedRequestOf<typeof publishContent> & { now: Date },
  facts: ContentFacts,
): Promise<Published> {
  const named = namedBy({ group, key })
  if (named === null) return Promise.resolve({ kind: 'unknown' })
  return inTransaction(db, async (transaction): Promise<Published> => {
    const found = await lock(transaction, named)
    const { draft } = found
    if (draft === null) return { kind: 'unknown' }
    const { content } = draft
    if (version !== versionOf(found)) return { kind: 'changed', drafted: await draftedBy(transaction, draft) }
    if (isStale(found)) return { kind: 'stale' }
    const { errors, warnings } = await check(transaction, found, content)
    if (errors.length > 0) return { kind: 'refused', problems: toAnswer(named, errors) }
    if (!mayCloseJoining && closesJoining(found, content, facts)) return { kind: 'closes_joining' }
    await removeDraft(transaction, group, key)
    const next = { content, position: null }
    const act = await publish(transaction, found, next, { action: 'content_publish', now })
    // As it is read again: the database orders what is in a field.
    const after = versionOf(await find(transaction, named))
    return { kind: 'published', act, version: after, warnings: toAnswer(named, warnings) }
  })
}

type Restored = SentAnswerOf<typeof restoreContent>

/** Brings back what stood before the last publishing of an entry. Its draft stays; what is gone then, becomes one. */
export function restoreAsStaff(
  db: ActingPool,
  { group, key, act, mayCloseJoining, now }: ParsedRequestOf<typeof restoreContent> & { now: Date },
  facts: ContentFacts,
): Promise<Restored> {
  const named = namedBy({ group, key })
  if (named === null) return Promise.resolve({ kind: 'unknown' })
  return inTransaction(db, async (transaction): Promise<Restored> => {
    const found = await lock(transaction, named)
    const { draft } = found
    const [last] = await findPublications(transaction, group, key, 1)
    if (last === undefined) return { kind: 'unknown' }
    if (last.actId !== act || !isDeepStrictEqual(last.after, contentOf(found.published)))
      return { kind: 'changed', drafted: await draftedBy(transaction, draft) }
    const content = last.before
    const { errors } = await check(transaction, found, content)
    if (errors.length > 0) return { kind: 'refused', problems: toAnswer(named, errors) }
    if (!mayCloseJoining && closesJoining(found, content, facts)) return { kind: 'closes_joining' }
    const next = { content, position: last.position }
    const restored = await publish(transaction, found, next, { action: 'content_restore', now })
    // A draft that removes what is gone is none.
    if (content === null && last.after !== null && (draft?.content ?? null) === null) {
      const savedBy = transaction.actor.name
      await saveDraft(transaction, { ...named, content: last.after, base: null, savedBy, savedAt: now })
    }
    return { kind: 'restored', act: restored, version: versionOf(await find(transaction, named)) }
  })
}

const seqOf = ({ fields }: Pick<StoredContent, 'fields'>) => (typeof fields['seq'] === 'number' ? fields['seq'] : null)
const hundredOf = (entry: StoredEntry) => Math.floor((seqOf(entry) ?? 0) / 100)

type Moved = SentAnswerOf<typeof moveContent>

/** The same numbers in order, each greater than the one before. */
function spread(numbers: readonly number[]): number[] {
  const spreadOut: number[] = []
  for (const number of numbers.toSorted((one, other) => one - other))
    spreadOut.push(Math.max(number, (spreadOut.at(-1) ?? -1) + 1))
  return spreadOut
}

/** Moves a published entry past its neighbour. Those with the same number get numbers of their own. */
export function moveAsStaff(
  db: ActingPool,
  { group, key, direction, now }: ParsedRequestOf<typeof moveContent> & { now: Date },
): Promise<Moved> {
  const named = namedBy({ group, key })
  if (named === null) return Promise.resolve({ kind: 'unknown' })
  return inTransaction(db, async (transaction): Promise<Moved> => {
    const { published, neighbours } = await lock(transaction, named)
    if (published === null || seqOf(published) === null) return { kind: 'unknown' }
    const part = neighbours
      .filter((entry) => hundredOf(entry) === hundredOf(published))
      .toSorted((one, other) => (seqOf(one) ?? 0) - (seqOf(other) ?? 0))
    const at = part.findIndex((one) => one.key === key)
    const to = direction === 'up' ? at - 1 : at + 1
    const numbers = spread(part.map((entry) => seqOf(entry) ?? 0))
    const isFull = Math.floor((numbers.at(-1) ?? 0) / 100) !== hundredOf(published)
    if (part[to] === undefined || isFull) return { kind: 'end' }
    const ordered = part.toSpliced(at, 1).toSpliced(to, 0, published)
    const moved = ordered.flatMap((entry, place) => {
      const seq = numbers[place] ?? 0
      return seqOf(entry) === seq ? [] : [{ entry, seq }]
    })
    const drafts = await findDrafts(transaction)
    if (drafts.some((one) => one.group === group && moved.some(({ entry }) => entry.key === one.key)))
      return { kind: 'drafted' }
    for (const { entry, seq } of moved) {
      const found = { ...named, key: entry.key, published: entry, neighbours, draft: null }
      const content = { fields: { ...entry.fields, seq }, texts: entry.texts }
      await publish(transaction, found, { content, position: null }, { action: 'content_move', now })
    }
    return { kind: 'moved' }
  })
}

/** The first line of an entry, by which people know it. */
function titleOf(group: GroupName, content: StoredContent | null): LocalizedText | null {
  const [name] = textsOf(group).find(([, { kind }]) => kind === 'line') ?? []
  return name === undefined ? null : inEachLanguage((language) => content?.texts[name]?.[language] ?? '')
}

/** The languages in which texts are missing that English has. */
const missingIn = (content: StoredContent | null) =>
  languages.filter((language) => Object.values(content?.texts ?? {}).some((text) => text.en && !text[language]))

function stateOf(published: StoredEntry | null, draft: StoredDraft | null) {
  if (draft === null) return 'published'
  if (draft.content === null) return 'removed'
  return published === null ? 'new' : 'changed'
}

/** Every group with what its fields take, and its entries, in their order. */
export async function listEntries(db: ConnectionPool): Promise<SentAnswerOf<typeof listContents>> {
  const [{ entries }, drafts, changes, removed] = await inSnapshot(db, async (snapshot) => [
    await readContents(snapshot),
    await findDrafts(snapshot),
    await findLastChanges(snapshot),
    await findRemoved(snapshot),
  ])
  const nameOf = await readActorNames(db, [
    ...drafts.map(({ savedBy }) => savedBy),
    ...removed.map(({ actor }) => actor),
    ...changes.flatMap(({ actor }) => (actor === null ? [] : [actor])),
  ])
  const changedAt = new Map(changes.map((change) => [placeOf(change), change]))
  const draftOf = new Map(drafts.map((draft) => [placeOf(draft), draft]))
  const groups = groupNames.map((name) => {
    const published = entries.filter(({ group }) => group === name)
    const known = new Set(published.map(({ key }) => key))
    const begun = drafts.filter(({ group, key }) => group === name && !known.has(key))
    const listed = [
      ...published.map((entry) => ({ key: entry.key, entry })),
      ...begun.map(({ key }) => ({ key, entry: null })),
    ]
    const answer = listed.map(({ key, entry }) => {
      const place = placeOf({ group: name, key })
      const draft = draftOf.get(place) ?? null
      const shown = draft?.content ?? contentOf(entry)
      const changed = changedAt.get(place)
      return {
        key,
        title: titleOf(name, shown),
        state: stateOf(entry, draft),
        seq: shown && seqOf(shown),
        missing: missingIn(shown),
        changed: changed
          ? { by: changed.actor === null ? null : nameOf(changed.actor), at: changed.at.toISOString() }
          : null,
        drafted: draft && { by: nameOf(draft.savedBy), at: draft.savedAt.toISOString() },
      } as const
    })
    const gone = removed
      .filter((one) => one.group === name && !draftOf.has(placeOf(one)))
      .map(({ key, before, actor, at }) => ({
        key,
        title: titleOf(name, before),
        state: 'gone' as const,
        seq: null,
        missing: [],
        changed: { by: nameOf(actor), at: at.toISOString() },
        drafted: null,
      }))
    return {
      name,
      ...describeGroup(name),
      entries: [...answer.toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0)), ...gone],
    }
  })
  return { groups }
}

async function usedOf(db: ConnectionPool, { group, key }: Named): Promise<number | null> {
  if (group === 'rewards') return (await readRedeemedStock(db)).get(key) ?? 0
  return group === 'events' ? ((await readTakenPlaces(db)).get(key) ?? 0) : null
}

/** Whether members see an entry: not one that is inactive, or that the club's settings hide. */
const isSeen = (entry: StoredEntry, facts: ContentFacts) =>
  isShown(entry, facts) &&
  entry.fields['active'] !== false &&
  (typeof entry.fields['status'] !== 'string' || isPublished(entry.fields['status']))

/** An entry with its draft and its history; also of one that is gone. */
export async function readEntry(
  db: ConnectionPool,
  { group, key }: ParsedRequestOf<typeof readContent>,
  facts: ContentFacts,
): Promise<SentAnswerOf<typeof readContent>['entry']> {
  const named = namedBy({ group, key })
  if (named === null) return null
  const found = await find(db, named)
  const { published, draft } = found
  const publications = await findPublications(db, group, key, mostPublications)
  if (published === null && draft === null && publications.length === 0) return null
  const actors = publications.map(({ actor }) => actor)
  const nameOf = await readActorNames(db, [...actors, ...(draft === null ? [] : [draft.savedBy])])
  const [last] = publications
  return {
    version: versionOf(found),
    published: contentOf(published),
    isShown: published !== null && isSeen(published, facts),
    draft: draft && {
      content: draft.content,
      isStale: isStale(found),
      saved: { by: nameOf(draft.savedBy), at: draft.savedAt.toISOString() },
    },
    used: await usedOf(db, named),
    history: publications.map(({ actId, action, actor, at, before, after }) => ({
      act: actId,
      action,
      done: { by: nameOf(actor), at: at.toISOString() },
      isRemoval: after === null,
      changes: differencesOf(named.group, before, after),
    })),
    canRestore: last !== undefined && isDeepStrictEqual(last.after, contentOf(published)),
  }
}

/** The texts of an entry as members get them, whether or not it is shown to them. */
export async function previewEntry(
  db: ConnectionPool,
  { group, key, content }: ParsedRequestOf<typeof previewContent>,
  facts: ContentFacts,
): Promise<SentAnswerOf<typeof previewContent>> {
  if (!isGroupName(group)) return { texts: [] }
  const contents = await readContents(db)
  const { shown_if: _condition, ...fields } = content.fields
  const own = { id: 'preview', group, key, position: 0, fields, texts: tidy(content.texts) }
  const others = contents.entries.filter((one) => one.group !== group)
  const filled = fillIn({ ...contents, entries: [...others, own] }, facts)
  const texts = filled.entries.find(({ id }) => id === own.id)?.texts ?? {}
  return {
    texts: textsOf(group).map(([name, { kind }]) => ({
      name,
      kind,
      text: inEachLanguage((language) => {
        const text = texts[name]?.[language] ?? ''
        return kind === 'markdown' ? toHtml(text) : text
      }),
    })),
  }
}
