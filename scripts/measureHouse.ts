/**
 * `npm run measure`: how much there is, as a table. For seeing, not for meeting: it fails for no number.
 *
 * A fragment is a product file of at most 60 lines that one file imports, which is in the same folder, and that no test
 * imports.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { listFiles, readSource, readText } from '#tests/architecture/sources.ts'
import { root } from './steps.ts'

const fragmentLines = 60
const longLines = 300

const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
const isProduct = (path: string) => /^(?:contract|packages|src|sw|server)\//.test(path) && !isTest(path)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

const paths = (await listFiles()).filter(
  (path) => /\.(?:tsx?|css)$/.test(path) && path !== 'src/routeTree.gen.ts' && !path.includes('/locales/'),
)
const files = await Promise.all(
  paths.map(async (path) => {
    const text = await readText(path)
    const imports = path.endsWith('.css') ? [] : readSource(path, text).imports.map(({ to }) => to)
    return { path, lines: text.trimEnd().split('\n').length, imports: new Set(imports) }
  }),
)
const product = files.filter(({ path }) => isProduct(path))
const modules = product.filter(({ path }) => !path.endsWith('.css'))
const importersOf = (path: string) => files.filter(({ imports }) => imports.has(path)).map((file) => file.path)

const fragments = modules.filter(({ path, lines }) => {
  const [importer, ...others] = importersOf(path)
  return lines <= fragmentLines && importer !== undefined && others.length === 0 && isBesideProduct(importer, path)
})
function isBesideProduct(importer: string, path: string): boolean {
  return isProduct(importer) && folderOf(importer) === folderOf(path)
}

const linesOf = (pattern: RegExp, wanted: (path: string) => boolean) =>
  files.filter(({ path }) => pattern.test(path) && wanted(path)).reduce((sum, { lines }) => sum + lines, 0)
const median = modules.map(({ lines }) => lines).toSorted((one, other) => one - other)[modules.length >> 1]
const readme = await stat(join(root, 'README.md'))

const rows: readonly (readonly [string, string | number | undefined])[] = [
  ['product files', modules.length],
  ['product files with style sheets', product.length],
  ['fragments', fragments.length],
  ['median lines of a product file', median],
  [`files of more than ${longLines} lines`, files.filter(({ lines }) => lines > longLines).length],
  ['lines of src, with style sheets', linesOf(/^(?:src|sw)\//, isProduct)],
  ['lines of packages', linesOf(/^packages\//, isProduct)],
  ['lines of contract', linesOf(/^contract\//, isProduct)],
  ['lines of server', linesOf(/^server\//, isProduct)],
  ['lines of tests', linesOf(/./, isTest)],
  ['size of README.md', `${(readme.size / 1000).toFixed(1)} kB`],
  ['npm scripts', Object.keys(manifest.scripts).length],
]
console.log('| measured | |\n|---|---|')
for (const [name, value] of rows) console.log(`| ${name} | ${value} |`)
if (process.argv.includes('--fragments')) for (const { path } of fragments) console.log(path)
