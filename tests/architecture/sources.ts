import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import manifest from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../', import.meta.url))
const ignoredNames = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report', '.vite'])

/** One import or re-export. `to` is a path from the repository's root, or a package's name. */
export interface Import {
  to: string
  /** Type-only: erased at run time. */
  isType: boolean
}

/**
 * A TypeScript file of the repository, as the architecture tests see it. `path` is relative to the root, with slashes.
 */
export interface Source {
  path: string
  text: string
  imports: Import[]
  comments: string[]
  hasDefaultExport: boolean
  /** The file contains only re-exports. */
  isBarrel: boolean
}

/** Every file of the repository except packages and build results, as paths from the root. */
export async function listFiles(folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const ownEntries = entries.filter(({ name }) => !ignoredNames.has(name))
  const nested = await Promise.all(
    ownEntries.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return await listFiles(path)
      return entry.isFile() ? [path] : []
    }),
  )
  return nested.flat()
}

/** The text of a file of the repository. */
export async function readText(path: string): Promise<string> {
  return await readFile(join(root, path), 'utf8')
}

/** Parses one TypeScript file. */
export function readSource(path: string, text: string): Source {
  const { module, comments, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ to: moduleRequest.value, isType }] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const quoted = /^['"`](.+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
      return quoted?.[1] === undefined ? [] : [{ to: quoted[1], isType: false }]
    }),
  ]
  const kinds = program.body.map((statement) => statement.type)
  return {
    path,
    text,
    imports: requests.map(({ to, isType }) => ({ to: resolve(path, to), isType })),
    comments: comments.map((comment) => comment.value),
    hasDefaultExport: kinds.includes('ExportDefaultDeclaration'),
    isBarrel:
      kinds.length > 0 &&
      program.body.every(
        (statement) =>
          statement.type === 'ExportAllDeclaration' ||
          (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
      ),
  }
}

/** Where imports that begin with `#` lead: `#src/` to `src/`. */
const shortcuts = Object.entries(manifest.imports).map(([from, to]) => ({
  prefix: from.slice(0, -1),
  folder: to.slice(2, -1),
}))

/** `#src/x.ts` and `./x.ts` as paths from the root; a package's name unchanged. */
function resolve(from: string, request: string): string {
  const shortcut = shortcuts.find(({ prefix }) => request.startsWith(prefix))
  if (shortcut) return `${shortcut.folder}${request.slice(shortcut.prefix.length)}`
  if (!request.startsWith('.')) return request
  const parts = from.split('/').slice(0, -1)
  for (const step of request.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}
