import { takeLock } from '#server/store/locks.ts'
import { countUse, deleteImported, type ImportUse, lockImport, markUndone } from '#server/store/points/ticketImports.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'

/**
 * What became of it; everything but `undone` has changed nothing. `undone_before`: by whom and when. `used`: members
 * have scanned or claimed some of its tickets, or staff have returned them.
 */
export type UndoneImport =
  | { kind: 'unknown' }
  | { kind: 'undone_before'; by: { actor: string; at: Date } | null }
  | ({ kind: 'used' } & ImportUse)
  | { kind: 'undone'; tickets: number; performances: number }

/**
 * Takes back all that an import has brought, once, while nobody has used any of it. A ticket that is scanned at the
 * same moment is either one that the club knows, or the import stays.
 */
export function undoImport(db: ActingPool, { importId, now }: { importId: string; now: Date }): Promise<UndoneImport> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'season')
    const found = await lockImport(transaction, importId)
    if (!found) return { kind: 'unknown' }
    const subject = { kind: 'tickets', id: importId } as const
    if (found.undoneAt !== null)
      return { kind: 'undone_before', by: await findLastAct(transaction, subject, ['tickets_undo']) }
    const use = await countUse(transaction, importId)
    if (use.claimed + use.scanned + use.returned > 0) return { kind: 'used', ...use }
    const deleted = await deleteImported(transaction, importId)
    await markUndone(transaction, importId, now)
    await recordAct(transaction, { action: 'tickets_undo', subject, memberId: null, before: deleted })
    return { kind: 'undone', ...deleted }
  })
}
