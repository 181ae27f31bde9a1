import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database, ImagesTable, StoredTexts } from './tables.ts'

/** A stored entry of the contents. Its fields are not validated. */
export interface StoredEntry {
  id: string
  group: string
  key: string
  /** Its position in the group. */
  position: number
  fields: Record<string, unknown>
  texts: StoredTexts
}

/** An image without its bytes. */
export type StoredImage = Pick<ImagesTable, 'name' | 'address' | 'media_type' | 'hash' | 'width' | 'height'>

export interface StoredContents {
  version: string
  /** Group by group, in the order of the entries. */
  entries: StoredEntry[]
  images: StoredImage[]
}

/** The entries of one group, in their order. */
export async function readGroup(db: Kysely<Database>, group: string): Promise<StoredEntry[]> {
  return db
    .selectFrom('contents')
    .select([sql<string>`id::text`.as('id'), 'group_name as group', 'key', 'position', 'fields', 'texts'])
    .where('group_name', '=', group)
    .orderBy('position')
    .orderBy('contents.id')
    .execute()
}

/** The version of the contents, which changes with every import. */
export async function findContentsVersion(db: Kysely<Database>): Promise<string> {
  const row = await db.selectFrom('contents_version').select('version').executeTakeFirstOrThrow()
  return row.version
}

/** All contents with their version, read in one statement so that they are consistent. */
export async function readContents(db: Kysely<Database>): Promise<StoredContents> {
  const { rows } = await sql<StoredContents>`
    select version,
      (select coalesce(jsonb_agg(jsonb_build_object(
           'id', id::text, 'group', group_name, 'key', key, 'position', position, 'fields', fields, 'texts', texts)
         order by group_name, position, id), '[]') from contents) as entries,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'address', address, 'media_type', media_type,
           'hash', hash, 'width', width, 'height', height) order by name), '[]') from images) as images
    from contents_version`.execute(db)
  const [contents] = rows
  if (!contents) throw new Error('The contents have no version')
  return contents
}

/** Rows per statement. */
const batchSize = 500

function inBatches<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / batchSize)
  return Array.from({ length: count }, (_, index) => rows.slice(index * batchSize, (index + 1) * batchSize))
}

/** Inserts or updates entries by group and key; existing ones keep their id. */
export async function saveEntries(
  db: Transaction<Database>,
  entries: readonly Omit<StoredEntry, 'id'>[],
  now: Date,
): Promise<void> {
  for (const rows of inBatches(entries))
    await db
      .insertInto('contents')
      .values(
        rows.map(({ group, key, position, fields, texts }) => ({
          group_name: group,
          key,
          position,
          fields: JSON.stringify(fields),
          texts: JSON.stringify(texts),
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['group_name', 'key']).doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          fields: row.ref('excluded.fields'),
          texts: row.ref('excluded.texts'),
          updated_at: row.ref('excluded.updated_at'),
        })),
      )
      .execute()
}

/** Deletes entries by id. */
export async function removeEntries(db: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('contents').where('id', 'in', ids).execute()
}

/** Inserts or replaces images by name. */
export async function saveImages(db: Transaction<Database>, images: readonly Insertable<ImagesTable>[]): Promise<void> {
  for (const image of images) {
    const { name: _name, ...rest } = image
    await db
      .insertInto('images')
      .values(image)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(rest))
      .execute()
  }
}

/** Deletes images by name. */
export async function removeImages(db: Transaction<Database>, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('images').where('name', 'in', names).execute()
}

/** Gives the contents a new version, which invalidates everything cached for the previous one. */
export async function markImported(db: Transaction<Database>, now: Date): Promise<void> {
  await db
    .updateTable('contents_version')
    .set({ version: sql<string>`gen_random_uuid()`, imported_at: now })
    .execute()
}

/** An image with its bytes, by address or name; undefined when there is none. */
export function findImage(db: Kysely<Database>, by: { address: string } | { name: string }) {
  const [column, value] = 'address' in by ? (['address', by.address] as const) : (['name', by.name] as const)
  return db.selectFrom('images').selectAll().where(column, '=', value).executeTakeFirst()
}

/** Every image with its bytes, ordered by name. */
export function readImages(db: Kysely<Database>) {
  return db.selectFrom('images').selectAll().orderBy('name').execute()
}
