import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, StoredContent } from './tables.ts'

/** What an editor has begun with an entry, and not published. */
export interface StoredDraft {
  group: string
  key: string
  /** null: the entry is to be removed. */
  content: StoredContent | null
  /** The hash of what was published when it was saved; null: nothing was. */
  base: string | null
  /** Another one after every saving. */
  revision: string
  /** Like `actor` of an act. */
  savedBy: string
  savedAt: Date
}

/** An entry that was published, or no longer is. */
export interface Publication {
  actId: string
  actor: string
  action: string
  at: Date
  before: StoredContent | null
  after: StoredContent | null
  position: number
}

const json = (content: StoredContent | null) => (content === null ? null : JSON.stringify(content))

/** Every draft, or one, by group and key. */
export async function findDrafts(db: Kysely<Database>, only?: { group: string; key: string }): Promise<StoredDraft[]> {
  const rows = await db
    .selectFrom('content_drafts')
    .select(['group_name as group', 'key', 'content', 'base', 'revision'])
    .select(['saved_by as savedBy', 'saved_at as savedAt'])
    .$if(only !== undefined, (drafts) =>
      drafts.where('group_name', '=', only?.group ?? '').where('key', '=', only?.key ?? ''),
    )
    .orderBy('group_name')
    .orderBy('key')
    .execute()
  return rows
}

/** Saves a draft, over an earlier one of the same entry. Resolves to its revision. */
export async function saveDraft(
  db: Transaction<Database>,
  { group, key, content, base, savedBy, savedAt }: Omit<StoredDraft, 'revision'>,
): Promise<string> {
  const row = {
    content: json(content),
    base,
    revision: sql<string>`gen_random_uuid()`,
    saved_by: savedBy,
    saved_at: savedAt,
  }
  const { revision } = await db
    .insertInto('content_drafts')
    .values({ group_name: group, key, ...row })
    .onConflict((conflict) => conflict.columns(['group_name', 'key']).doUpdateSet(row))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Deletes a draft. Resolves to whether there was one. */
export async function removeDraft(db: Transaction<Database>, group: string, key: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('content_drafts')
    .where('group_name', '=', group)
    .where('key', '=', key)
    .returning('key')
    .execute()
  return removed.length > 0
}

/** Deletes the drafts that remove what is gone by now. */
export async function dropIdleRemovals(db: Transaction<Database>): Promise<void> {
  await db
    .deleteFrom('content_drafts')
    .where('content', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('contents')
            .select('contents.id')
            .whereRef('contents.group_name', '=', 'content_drafts.group_name')
            .whereRef('contents.key', '=', 'content_drafts.key'),
        ),
      ),
    )
    .execute()
}

/** Keeps what a publishing has replaced, and by what; null: there was, or is, no such entry. */
export async function addPublication(
  db: Transaction<Database>,
  publication: {
    actId: string
    group: string
    key: string
    before: StoredContent | null
    after: StoredContent | null
    position: number
    now: Date
  },
): Promise<void> {
  const { actId, group, key, before, after, position, now } = publication
  await db
    .insertInto('content_publications')
    .values({
      act_id: actId,
      group_name: group,
      key,
      before: json(before),
      after: json(after),
      position,
      published_at: now,
    })
    .execute()
}

/** How often an entry was published, newest first. */
export function findPublications(
  db: Kysely<Database>,
  group: string,
  key: string,
  limit: number,
): Promise<Publication[]> {
  return db
    .selectFrom('content_publications')
    .innerJoin('staff_acts', 'staff_acts.id', 'act_id')
    .select(['act_id as actId', 'actor', 'action', 'published_at as at'])
    .select(['content_publications.before', 'content_publications.after', 'position'])
    .where('group_name', '=', group)
    .where('key', '=', key)
    .orderBy('act_id', 'desc')
    .limit(limit)
    .execute()
}

/** The entries whose last publishing has removed them, each with what it said before. */
export async function findRemoved(db: Kysely<Database>) {
  const last = await db
    .selectFrom('content_publications')
    .innerJoin('staff_acts', 'staff_acts.id', 'act_id')
    .leftJoin('contents', (join) =>
      join
        .onRef('contents.group_name', '=', 'content_publications.group_name')
        .onRef('contents.key', '=', 'content_publications.key'),
    )
    .distinctOn(['content_publications.group_name', 'content_publications.key'])
    .select(['content_publications.group_name as group', 'content_publications.key'])
    .select(['content_publications.before', 'content_publications.after', 'published_at as at', 'actor'])
    .where('contents.id', 'is', null)
    .orderBy('content_publications.group_name')
    .orderBy('content_publications.key')
    .orderBy('act_id', 'desc')
    .execute()
  return last.filter(({ after }) => after === null)
}

/** Who has published each entry last, and when each was changed last, by whatever means. */
export function findLastChanges(db: Kysely<Database>) {
  return db
    .selectFrom('contents')
    .leftJoin(
      (publications) =>
        publications
          .selectFrom('content_publications')
          .innerJoin('staff_acts', 'staff_acts.id', 'act_id')
          .select(['group_name', 'key', 'published_at', 'actor'])
          .as('published'),
      (join) =>
        join
          .onRef('published.group_name', '=', 'contents.group_name')
          .onRef('published.key', '=', 'contents.key')
          .onRef('published.published_at', '=', 'contents.updated_at'),
    )
    .select(['contents.group_name as group', 'contents.key', 'contents.updated_at as at', 'published.actor'])
    .execute()
}
