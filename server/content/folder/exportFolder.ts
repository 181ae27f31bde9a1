import { readContents, readImages } from '#server/store/contents.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { groupNames } from '#server/content/groups.ts'
import type { ContentFolder } from './readFolder.ts'

/** All contents as a folder: every group, including empty ones, and every image. */
export function exportFolder(db: ConnectionPool): Promise<ContentFolder> {
  return inSnapshot(db, async (snapshot) => {
    const { entries } = await readContents(snapshot)
    const groups = groupNames.map((name) => {
      const own = entries.filter(({ group }) => group === name)
      return [name, own.map(({ key, fields, texts }) => ({ key, fields, texts }))] as const
    })
    return { groups: new Map(groups), images: await readImages(snapshot) }
  })
}
