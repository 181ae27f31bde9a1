import type { ChunkingContext } from 'rolldown'

/*
 * How the bundler divides the app into files. A phone that keeps the app for offline use pays some 30 ms for each file
 * and next to nothing for its bytes, and a page waits for each file of its own: so a file holds what is used together.
 *
 * Every lazily loaded module (a route's component, or an `import()`) belongs to an area, and each module goes where the
 * areas lead that reach it. A file of few areas imports only files of more of them, so that no two import one another.
 */

/** The areas by the addresses of their lazily loaded modules below `src/`, the first that fits. */
const areas: readonly (readonly [name: string, modules: RegExp])[] = [
  // What the first view of most pages needs.
  ['first', /^routes\/\$lang\/(?:index|_member\/route)\.|^features\/chrome\/tabBar\/TabBar\./],
  // What starts once a page is used, or quiet.
  ['background', /^start\/startServices|^serviceWorker\/updates|^query\/persistence|^features\/card\/storedCard/],
  // Of home, besides its own.
  [
    'home',
    /^features\/(?:home\/|member\/TierGoalLine|offers\/(?:rewards\/RewardCard|own\/ForYou)|scan\/(?:visitor\/Kept|received\/Waiting))/,
  ],
  // What stands before a page, and leads to another one.
  ['core', /^features\/(?:registration\/(?:guards|visitorsTab)|scan\/visitor\/signInTickets)/],
  ['scan', /^features\/scan\/|^routes\/\$lang\/(?:scan-(?!intro)|scanner|my-scans|add-ticket)/],
  ['joining', /^features\/registration\/|^routes\/\$lang\/registration(?!-event)/],
  ['results', /^routes\/\$lang\/(?:redeem-|registration-event|_member\/(?:my-(?!concerts)|receipts))/],
  ['details', /^features\/offers\/|^routes\/\$lang\/(?:reward-detail|event)\./],
  ['offers', /^routes\/\$lang\/(?:reward-list|asiamiles)/],
  [
    'public',
    /^features\/chrome\/NotFoundPage|^routes\/\$lang\/(?:faq|how|contact|terms|whats|join|campaign|card-p|scan-i)/,
  ],
  [
    'account',
    /^routes\/(?:login|\$lang\/(?:change|confirm|forgot|reopen|asia-pay|_member\/(?:email|account|your|personal)))/,
  ],
  ['member', /^features\/(?:account|member)\/|^routes\/\$lang\/_member\//],
]

/** Large, and needed only once something is pressed, opened or drawn: files of their own. */
const apart = /\/(numberingPlan|drawCodes|ToastRegion|pdf|oidc-client-ts|purify)(?:\.es)?[./]/

/** Two areas share a file from this size of its sources on, in bytes. */
const sharedFileSize = 8000

function areaOf(id: string): string {
  const own = id.split('/src/').at(-1) ?? ''
  return apart.exec(id)?.[1] ?? areas.find(([, modules]) => modules.test(own))?.[0] ?? 'core'
}

/** The areas whose lazily loaded modules import this one, directly or by others. */
function areasOf(id: string, context: ChunkingContext): string[] {
  const found = new Set<string>()
  const seen = new Set([id])
  for (const next of seen) {
    const info = context.getModuleInfo(next)
    if (!info) continue
    if (info.dynamicImporters.length > 0) found.add(areaOf(next))
    for (const importer of info.importers) seen.add(importer)
  }
  return [...found].toSorted()
}

/** A group of the bundler's by the areas of a module; without what its modules import, which has areas of its own. */
function byAreas(debugName: string, nameOf: (names: readonly string[]) => string | undefined) {
  return {
    debugName,
    includeDependenciesRecursively: false,
    // A catalog is a file: only the language in use is loaded.
    name: (id: string, context: ChunkingContext) =>
      id.endsWith('.po') ? null : (nameOf(areasOf(id, context)) ?? null),
  }
}

export const chunkGroups = [
  // Apart from the rest of the entry: to compile and evaluate both together would be one long task.
  { name: 'react', tags: ['$initial' as const], test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  // Its style sheet declares the order of the layers (src/styles/index.css), so it precedes those of the features.
  { name: 'club', tags: ['$initial' as const], test: /[\\/](?:contract|src|node_modules)[\\/]/ },
  byAreas('first', (names) => (names.includes('first') ? 'first' : undefined)),
  byAreas('pages', (names) => (names.includes('public') && names.length > 1 ? 'pages' : undefined)),
  byAreas('common', (names) => (names.length > 3 ? 'common' : undefined)),
  { ...byAreas('pairs', (names) => (names.length === 2 ? names.join('-') : undefined)), minSize: sharedFileSize },
  byAreas('several', (names) => (names.length > 1 ? 'several' : undefined)),
  byAreas('areas', ([name]) => name),
]
