import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** An import of tickets. */
interface TicketImportRow {
  id: string
  /** The name of the file. */
  file: string
  importedAt: Date
  added: number
  performances: number
  unchanged: number
  bad: number
  undoneAt: Date | null
}

type NewImport = Omit<TicketImportRow, 'id' | 'undoneAt'>

/** Adds an import. Resolves to its id. */
export async function addImport(
  db: Transaction<Database>,
  { file, importedAt, added, performances, unchanged, bad }: NewImport,
): Promise<string> {
  const { id } = await db
    .insertInto('ticket_imports')
    .values({ file, imported_at: importedAt, added, performances, unchanged, bad })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const selectImports = (db: Kysely<Database>) =>
  db
    .selectFrom('ticket_imports')
    .select(['id', 'file', 'added', 'performances', 'unchanged', 'bad'])
    .select(['imported_at as importedAt', 'undone_at as undoneAt'])

/** The latest imports, the last one first. */
export function findImports(db: Kysely<Database>, limit: number): Promise<TicketImportRow[]> {
  return selectImports(db).orderBy('id', 'desc').limit(limit).execute()
}

/** An import that nobody else undoes until the transaction ends. */
export function lockImport(db: Transaction<Database>, id: string): Promise<TicketImportRow | undefined> {
  return selectImports(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** How many of an import's tickets members have claimed or scanned, and staff have returned. */
export interface ImportUse {
  claimed: number
  scanned: number
  returned: number
}

/** What has become of an import's tickets. */
export async function countUse(db: Transaction<Database>, importId: string): Promise<ImportUse> {
  const { rows } = await sql<ImportUse>`
    select count(*) filter (where exists (
        select from ticket_claims claim where claim.ticket_no = ticket.ticket_no))::int as claimed,
      count(*) filter (where exists (
        select from ticket_sightings sighting where sighting.ticket_no = ticket.ticket_no))::int as scanned,
      count(returned_at)::int as returned
    from tickets ticket where import_id = ${importId}`.execute(db)
  return rows[0] ?? { claimed: 0, scanned: 0, returned: 0 }
}

/** How many tickets one statement deletes: each is looked for wherever it may be referred to. */
const batchSize = 5000

/**
 * Deletes an import's tickets, and its performances that are left without any. Rejects where one is used, by a foreign
 * key; then the transaction runs again.
 */
export async function deleteImported(
  db: Transaction<Database>,
  importId: string,
): Promise<{ tickets: number; performances: number }> {
  let tickets = 0
  for (let deleted = batchSize; deleted === batchSize; tickets += deleted) {
    const { numAffectedRows = 0n } = await sql`
      delete from tickets where ticket_no in (
        select ticket_no from tickets where import_id = ${importId} limit ${batchSize})`.execute(db)
    deleted = Number(numAffectedRows)
  }
  const { numAffectedRows: performances = 0n } = await sql`
    delete from performances performance where import_id = ${importId}
      and not exists (select from tickets where performance_id = performance.id)`.execute(db)
  return { tickets, performances: Number(performances) }
}

/** Marks an import as undone. */
export async function markUndone(db: Transaction<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('ticket_imports').set({ undone_at: now }).where('id', '=', id).execute()
}
