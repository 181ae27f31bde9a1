import { execFile } from 'node:child_process'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { applyEdit, type Edit } from './applyEdit.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the product is built from and runs from. */
const parts = [
  'contract',
  'packages',
  'public',
  'server',
  'src',
  'sw',
  'lingui.config.ts',
  'package.json',
  'package-lock.json',
  'staff.config.ts',
  'staff.html',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
]

const entryFile = 'src/outbox/entry.ts'

/** The field that rows of the newer version have besides, and its value. */
export const newField = { name: 'hall', value: 'Concert Hall' } as const

const withField: readonly Edit[] = [
  {
    file: entryFile,
    find: '  settledAt: v.nullable(v.number()),\n})',
    put: `  settledAt: v.nullable(v.number()),\n  ${newField.name}: v.optional(v.string()),\n})`,
  },
  {
    file: entryFile,
    find: '    version: scanVersion,\n',
    put: `    version: scanVersion,\n    ${newField.name}: '${newField.value}',\n`,
  },
]

/**
 * What a later version may do to the stored rows.
 *
 * - a new field: an older app goes on with the row, and keeps the field.
 * - a new row version: an older app must leave the row alone.
 */
export const newerVersionNames = ['a new field', 'a new row version'] as const
export type NewerVersion = (typeof newerVersionNames)[number]

export const editsOf: Record<NewerVersion, readonly Edit[]> = {
  'a new field': withField,
  'a new row version': [
    ...withField,
    { file: entryFile, find: 'export const scanVersion = 1', put: 'export const scanVersion = 3' },
  ],
}

/** Copies the product to a folder, changes it, and builds it. */
export async function buildNewerVersion(folder: string, version: NewerVersion): Promise<void> {
  for (const part of parts) {
    await mkdir(dirname(join(folder, part)), { recursive: true })
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const edit of editsOf[version]) await applyEdit(folder, edit)
  await promisify(execFile)(process.execPath, ['server/commands/build.ts'], { cwd: folder })
}
