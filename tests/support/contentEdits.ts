import type { Transaction } from 'kysely'
import { markImported } from '#server/store/contents.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database, StoredTexts } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** An entry of the contents, by its group and key. */
export interface EntryName {
  group: string
  key: string
}

/** The changes to an entry; a given text replaces all languages of that text. */
export interface EntryChange {
  fields?: Record<string, unknown>
  texts?: StoredTexts
}

/**
 * Changes an entry of the demo season's contents as an import would, while `action` runs: other tests share the club.
 */
export async function withEntry(
  db: ConnectionPool,
  name: EntryName,
  change: EntryChange,
  action: () => Promise<void>,
): Promise<void> {
  const before = await inTransaction(db, (transaction) => changeEntry(transaction, name, change))
  try {
    await action()
  } finally {
    await inTransaction(db, (transaction) => entryNamed(transaction, name).write(before))
  }
}

/** Deactivates the homepage popup of the demo season. */
export async function hidePopup(db: ConnectionPool): Promise<void> {
  await inTransaction(db, (transaction) =>
    changeEntry(transaction, { group: 'homepage_popup', key: 'popup' }, { fields: { active: false } }),
  )
}

/** Resolves to what the entry was before. */
async function changeEntry(
  db: Transaction<Database>,
  name: EntryName,
  change: EntryChange,
): Promise<Required<EntryChange>> {
  const entry = entryNamed(db, name)
  const { fields, texts } = await entry.read()
  await entry.write({ fields: { ...fields, ...change.fields }, texts: { ...texts, ...change.texts } })
  return { fields, texts }
}

function entryNamed(db: Transaction<Database>, { group, key }: EntryName) {
  return {
    read: () =>
      db
        .selectFrom('contents')
        .select(['fields', 'texts'])
        .where('group_name', '=', group)
        .where('key', '=', key)
        .executeTakeFirstOrThrow(),
    write: async ({ fields, texts }: Required<EntryChange>) => {
      await db
        .updateTable('contents')
        .set({ fields: JSON.stringify(fields), texts: JSON.stringify(texts) })
        .where('group_name', '=', group)
        .where('key', '=', key)
        .execute()
      await markImported(db, new Date())
    },
  }
}
