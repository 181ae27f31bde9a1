import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importFolder } from '#server/content/folder/importFolder.ts'
import { formatProblem } from '#server/content/folder/problems.ts'
import { readFolder } from '#server/content/folder/readFolder.ts'
import { markImported } from '#server/store/contents.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** Files of a content folder, by path. */
export type Files = Record<string, string | Buffer>

/** Removes all contents. The version is a new one, as the contents of a version are cached. */
export async function emptyContents(db: ConnectionPool): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('contents').execute()
    await markImported(transaction, new Date())
  })
}

/** A drawing of 300 by 200. */
export const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><rect width="300" height="200" fill="#7a1f2b"/></svg>'

const reward = {
  key: 'tote',
  rewardType: 'Item',
  status: 'active',
  points: 400,
  redeemed_item_category_id: 1,
  stock: 3,
  delivery_methods: ['Mail'],
  image: 'rewards/tote',
  slider_images: [],
}

/** A reward of a folder; the given fields replace its fields. */
export function rewardEntry(own: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...reward, ...own }
}

/** The English file of rewards, with everything that a reward needs. */
export function rewardTexts(...keys: string[]): string {
  return keys.map((key) => `# ${key}\n## name\nThe ${key}\n## short_description\nA ${key} for you\n`).join('\n')
}

/** A small valid content folder: a question, a category and a reward with its picture. */
export function validFiles(): Files {
  return {
    'faq/entries.json': JSON.stringify([{ key: 'points-when', seq: 101 }]),
    'faq/en.md': '# points-when\n## name\nWhen do I get points?\n## content\nAt once. [Scan](/{lang}/scanner).\n',
    'faq/tc.md': '# points-when\n## name\n何時獲得積分？\n## content\n即時。\n',
    'faq/sc.md': '# points-when\n## name\n何时获得积分？\n## content\n即时。\n',
    'reward_categories/entries.json': JSON.stringify([{ key: 'rewards', id: 1 }]),
    'reward_categories/en.md': '# rewards\n## name\nRewards\n',
    'rewards/entries.json': JSON.stringify([reward]),
    'rewards/en.md': rewardTexts('tote'),
    'images/rewards/tote.svg': drawing,
  }
}

/** Writes files into a new folder. */
export async function newContentFolder(files: Files): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'club-bravo-content-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/** Imports files as the operator's command does, and throws if there are errors. */
export async function importFiles(db: ConnectionPool, files: Files): Promise<void> {
  const { dir, remove } = await newContentFolder(files)
  try {
    const { folder, problems } = await readFolder(dir)
    const imported = await inTransaction(db, (transaction) => importFolder(transaction, folder, { now: new Date() }))
    const errors = [...problems.errors, ...imported.problems.errors]
    if (errors.length > 0) throw new Error(errors.map(formatProblem).join('\n'))
  } finally {
    await remove()
  }
}
