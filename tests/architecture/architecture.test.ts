import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { featureImports, mayImport, roomOf, rooms } from './rooms.ts'
import { listFiles, readSource, readText, type Source } from './sources.ts'

const files = await listFiles()
const texts = new Map(
  await Promise.all(
    files
      .filter((path) => /\.(?:ts|tsx|css|html|json|md|mjs|yml|yaml|svg)$|(?:^|\/)(?:run|\.[a-z]+rc)$/.test(path))
      .map(async (path) => [path, await readText(path)] as const),
  ),
)
const sources = [...texts].filter(([path]) => /\.tsx?$/.test(path)).map(([path, text]) => readSource(path, text))
const written = sources.filter(({ path }) => path !== 'src/routeTree.gen.ts')

const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
/** Tests, and the programs that run and check things: not part of the product. */
const isTooling = (path: string) => isTest(path) || path.startsWith('scripts/')
const isApp = (path: string) => /^(?:packages|src|sw)\//.test(path) && !isTest(path)
const name = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Paths of the sources that break a rule. */
function offenders(breaks: (source: Source) => boolean): string[] {
  return written.filter(breaks).map(({ path }) => path)
}

test('Every import goes to a room that is open to the importing file', () => {
  const closed = written
    .filter(({ path }) => !isTooling(path))
    .flatMap(({ path, imports }) =>
      imports.filter(({ to, isType }) => !mayImport(path, to, isType)).map(({ to }) => `${path} imports ${to}`),
    )
  expect(closed).toEqual([])
})

test('Features import one another one way only: such as stand above them in the table', () => {
  const names = Object.keys(featureImports)
  const against = Object.entries(featureImports).flatMap(([feature, may], index) =>
    may.filter((other) => !names.slice(0, index).includes(other)).map((other) => `${feature} imports ${other}`),
  )
  expect(against).toEqual([])
})

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** The folders that an importer may import from, and does not. */
function unusedBy(importer: string, own: readonly Source[], may: readonly string[]): string[] {
  return may
    .filter((folder) => !own.some(({ imports }) => imports.some(({ to }) => isIn(to, folder))))
    .map((folder) => `${importer} imports nothing of ${folder}`)
}

test('Every permission of a room or of a feature is used', () => {
  const product = written.filter(({ path }) => !isTooling(path))
  const ofRooms = rooms.flatMap(({ folder, purpose, may, types = [] }) => {
    const own = product.filter(({ path }) => roomOf(path)?.purpose === purpose)
    return unusedBy(folder, own, [...may, ...types])
  })
  const ofFeatures = Object.entries(featureImports).flatMap(([feature, may]) => {
    const own = product.filter(({ path }) => isIn(path, `src/features/${feature}`))
    return unusedBy(
      feature,
      own,
      may.map((other) => `src/features/${other}`),
    )
  })
  expect([...ofRooms, ...ofFeatures]).toEqual([])
})

test('Product code imports neither tests nor scripts', () => {
  expect(
    offenders(
      ({ path, imports }) =>
        !isTooling(path) && !isConfiguration(path) && imports.some(({ to }) => /^(?:tests|scripts)\//.test(to)),
    ),
  ).toEqual([])
})

test('Every relative import names a file that exists', () => {
  const present = new Set(files)
  const missing = written.flatMap(({ path, imports }) =>
    imports
      .map(({ to }) => to.replace(/\?.*$/, ''))
      .filter((to) => /^(?:contract|packages|src|sw|server|tests|scripts)\//.test(to) && !present.has(to))
      .map((to) => `${path} imports ${to}`),
  )
  expect(missing).toEqual([])
})

test('No file imports itself by way of others, not even for types', () => {
  const imports = new Map(written.map((source) => [source.path, source.imports.map(({ to }) => to)]))
  const checked = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
    if (checked.has(path)) return
    checked.add(path)
    for (const to of imports.get(path) ?? []) follow(to, [...way, path])
  }
  for (const path of imports.keys()) follow(path, [])
  expect(circles).toEqual([])
})

test('The contract imports no package but valibot, and the domain none; neither imports Node', () => {
  const foreign = written
    .filter(({ path }) => /^(?:contract|server\/domain)\//.test(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isType }) => !isType && !/^(?:contract|server)\//.test(to))
        .filter(({ to }) => !(to === 'valibot' && path.startsWith('contract/')))
        .map(({ to }) => `${path} imports ${to}`),
    )
  expect(foreign).toEqual([])
})

/** A call, a query, or a row of a table of calls. */
const callers = 'call|clubQuery|callStaff|downloadFile|staffQuery|uploadFile|useAct'
const calls = (endpoint: string) => new RegExp(`\\b(?:(?:${callers})\\(\\s*${endpoint}\\s*[,)]|\\w+: ${endpoint}\\s*,)`)

test('The contract marks the endpoints that the app does not call, and no others', () => {
  const app = written.filter(({ path, imports }) => isApp(path) && imports.some(({ to }) => to.startsWith('contract/')))
  const uncalled = Object.keys(endpoints).filter((one) => !app.some(({ text }) => calls(one).test(text)))
  const marked = Object.entries<Endpoint>(endpoints).filter(([, { calledBy }]) => calledBy === 'others')
  expect(uncalled).toEqual(marked.map(([one]) => one))
})

test('No file or folder has a name that says nothing: utils, helpers, common, misc, shared, types', () => {
  const vague = files.filter((path) => /(?:^|\/)(?:utils?|helpers?|common|misc|shared|types)(?:\/|\.tsx?$)/i.test(path))
  expect(vague).toEqual([])
})

test('Components are PascalCase, other modules camelCase', () => {
  const misnamed = written
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('src/routes/'))
    .filter((path) => {
      const base = name(path).replace(/\.(?:test|config|worker|gen|d)?\.?tsx?$/, '')
      return !(
        path.endsWith('.tsx') ? /^(?:[A-Z][A-Za-z0-9]*|main|router|[a-z][A-Za-z0-9]*)$/ : /^[a-z][A-Za-z0-9]*$/
      ).test(base)
    })
  expect(misnamed).toEqual([])
})

test('The code has no barrels', () => {
  expect(offenders(({ isBarrel }) => isBarrel)).toEqual([])
  const registries = new Set(['contract/index.ts'])
  expect(
    offenders(
      ({ path }) => /^index\.tsx?$/.test(name(path)) && !path.startsWith('src/routes/') && !registries.has(path),
    ),
  ).toEqual([])
})

/** Files that a tool loads by its own rules and that need a default export. */
const isConfiguration = (path: string) =>
  /(?:^|\/)[a-z]+\.config\.ts$|\/globalSetup\.ts$|^scripts\/oldestBrowsers\.ts$/.test(path)

test('Exports are named exports', () => {
  expect(offenders(({ path, hasDefaultExport }) => hasDefaultExport && !isConfiguration(path))).toEqual([])
})

test('What the app stores by name is named club-bravo.…, but for what the specification names', () => {
  // The second is the row of the session's record.
  const named = new Set(["'jwt-token'", "'session'"])
  const keys = written
    .filter(
      ({ path, text }) => path.startsWith('src/') && !isTest(path) && /(?:local|session)Storage|tabStorage/.test(text),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:const \w*[kK]ey(?:Of = .*=>)?|storagePrefix)(?: =)? (['`].*?['`])/g)].map(
        ([, key = '']) => ({ path, key }),
      ),
    )
  expect(keys.length).toBeGreaterThan(15)
  expect(keys.filter(({ key }) => !named.has(key) && !/^['`]club-bravo\./.test(key))).toEqual([])
})

test('Transactions start in one place, which runs them again when they are refused; nothing needs advisory locks', () => {
  const starts = /\.transaction\(\)|advisory_/
  expect(offenders(({ path, text }) => path.startsWith('server/') && starts.test(text))).toEqual([
    'server/store/transactions.ts',
  ])
})

test('Queries stand in stores; the seed writes its season by itself', () => {
  const query = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/
  expect(
    offenders(
      ({ path, text }) =>
        path.startsWith('server/') &&
        !/^server\/(?:store|seed|database)\//.test(path) &&
        !isTest(path) &&
        query.test(text),
    ),
  ).toEqual([])
})

test('No effect or ref gives React what scrolling or focusing returns: a newer browser’s promise is no clean-up', () => {
  const given = /(?:use(?:Layout)?Effect\(\(\)|ref=\{\(\w*\)|Element \| null\)) => (?!\{)[^\n]*\b(?:scroll\w*|focus)\(/
  expect(offenders(({ path, text }) => path.startsWith('src/') && given.test(text))).toEqual([])
})

test('No check is disabled', () => {
  const off = new RegExp(
    String.raw`(?:eslint|oxlint)-disable|@ts-(?:ignore|expect-error|nocheck)|oxfmt-` + String.raw`ignore|\bas any\b`,
  )
  expect(offenders(({ path, text }) => path !== 'tests/architecture/architecture.test.ts' && off.test(text))).toEqual(
    [],
  )
})

test('No test is skipped, and none is marked to run exclusively', () => {
  const partial =
    /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|fails|fail)\b|\bx(?:it|test|describe)\(/
  expect(offenders(({ path, text }) => isTest(path) && partial.test(text))).toEqual([])
})

const isLongComment = (line: string) => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line)

test('No line of a comment is longer than 120 characters', () => {
  expect(offenders(({ path }) => texts.get(path)?.split('\n').some(isLongComment) === true)).toEqual([])
})

test('No comment defers work', () => {
  const later = /\b(?:TODO|FIXME|XXX|HACK)\b/
  expect(offenders(({ comments }) => comments.some((comment) => later.test(comment)))).toEqual([])
})

test('No file names a machine or a registry', () => {
  const machine = /(?:^|[\s'"`(=:])\/(?:home|root|Users|work)\/[\w.-]+|[A-Z]:\\\\Users|https?:\/\/(?:registry\.|npm\.)/m
  const named = [...texts]
    .filter(([path, text]) => path !== 'package-lock.json' && machine.test(text))
    .map(([path]) => path)
  expect(named).toEqual([])
  const lock = texts.get('package-lock.json') ?? ''
  expect(lock).not.toMatch(/"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/)
})
