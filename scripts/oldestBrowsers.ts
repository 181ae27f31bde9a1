// A plugin of oxlint: what the page and the worker call exists in the oldest browsers (`browserslist` in package.json),
// by MDN's data. It sees functions of the browser's interfaces (`URL.canParse(`) and methods that only such interfaces
// have (`.checkVisibility(`). A call with `?.(` is free: it says what happens without. The language's own functions are
// TypeScript's to refuse, by `lib` of the configurations.
import type { CompatStatement } from '@mdn/browser-compat-data'
import data from '@mdn/browser-compat-data' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }

const oldest = manifest.browserslist.map((browser) => browser.split(' '))

/** Whether all of the oldest browsers have it, without a flag, a prefix or another name. */
function isOld({ support }: CompatStatement): boolean {
  const browsers = new Map(Object.entries(support))
  return oldest.every(([name = '', version = '']) =>
    [browsers.get(name) ?? []].flat().some(({ version_added: since, flags, prefix, alternative_name: other }) => {
      const isPlain = typeof since === 'string' && !flags && !prefix && !other
      return isPlain && Number.parseFloat(since.replace('≤', '')) <= Number(version)
    }),
  )
}

/** Interfaces whose methods are told apart by name alone. */
const common =
  /^(?:Element|HTMLElement|Document|Node|Window|Range|Blob|Response|Request|Headers|URLSearchParams|FormData)$/

/** `Interface.function` or `.method`, and whether some of the oldest browsers lacks it. */
const lacking = new Map<string, boolean>()
for (const [name, members] of Object.entries(data.api)) {
  for (const [key, member] of Object.entries(members)) {
    if (key === '__compat' || !member.__compat) continue
    const isNew = !isOld(member.__compat)
    if (key.endsWith('_static')) lacking.set(`${name}.${key.replace('_static', '')}`, isNew)
    else if (!isNew) lacking.set(`.${key}`, false)
    else if (common.test(name) && !lacking.has(`.${key}`)) lacking.set(`.${key}`, true)
  }
}

interface Call {
  optional: boolean
  callee: { type: string; computed?: boolean; object?: { type: string; name?: string }; property?: { name?: string } }
}

interface Context {
  report: (problem: { node: Call; message: string }) => void
}

export default {
  meta: { name: 'browsers' },
  rules: {
    oldest: {
      create: (context: Context) => ({
        CallExpression: (node: Call) => {
          const { type, computed, object, property } = node.callee
          if (type !== 'MemberExpression' || computed || node.optional || property?.name === undefined) return
          const owned = object?.type === 'Identifier' ? `${object.name}.${property.name}` : ''
          const name = lacking.has(owned) ? owned : `.${property.name}`
          if (lacking.get(name))
            context.report({ node, message: `${name} is newer than ${manifest.browserslist.join(', ')}` })
        },
      }),
    },
  },
}
