import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyEdit } from '../applyEdit.ts'
import type { Edit } from '../mutation.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Likely mistakes of a server, which the operations must show. */
export const mistakes: Readonly<Record<string, Edit>> = {
  'a stock is read, and written back': {
    file: 'server/store/rewardStock.ts',
    find: `  const { numUpdatedRows } = await db
    .updateTable('reward_stock')
    .set({ redeemed: sql\`redeemed + \${quantity}\` })`,
    put: `  const held = await db.selectFrom('reward_stock').selectAll().where('alias', '=', alias).executeTakeFirstOrThrow()
  const { numUpdatedRows } = await db
    .updateTable('reward_stock')
    .set({ redeemed: held.redeemed + quantity })`,
  },
  'an event is not locked': {
    file: 'server/store/eventRegistrations.ts',
    find: `where('alias', '=', alias).forUpdate().executeTakeFirst()`,
    put: `where('alias', '=', alias).executeTakeFirst()`,
  },
  'a key counts as new each time': {
    file: 'server/store/idempotency.ts',
    find: `numInsertedOrUpdatedRows === 1n ? 'taken' : 'used'`,
    put: `numInsertedOrUpdatedRows === 1n ? 'taken' : 'taken'`,
  },
}

/** A copy of the product's server with a mistake. */
export async function copyWith(mistake: Edit): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-mistake-'))
  for (const part of ['contract', 'server', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['dist', 'public', 'node_modules']) await symlink(join(root, part), join(folder, part), 'junction')
  await applyEdit(folder, mistake)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
