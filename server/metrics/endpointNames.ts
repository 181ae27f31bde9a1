import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'

/** The parts of the site beside the API, by the first segment of their addresses. */
const parts = new Set(['identity', 'images', 'assets', 'payment-simulator', 'mailbox', 'livez', 'readyz'])

/**
 * How requests are named in figures: by endpoint of the contract, or by the part of the site. There are only so many
 * names, whatever addresses are asked for.
 */
export function endpointNames(product: string): (url: string) => string {
  const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [pathOf(endpoint, product), name]))
  return (url) => {
    const path = url.split(/[?#]/, 1)[0] ?? ''
    const name = names.get(path)
    if (name !== undefined) return name
    const first = path.split('/', 2)[1] ?? ''
    if (first === 'api') return 'api'
    return parts.has(first) ? first : 'page'
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** How methods are named: anybody may make some up. */
export const methodName = (method: string) => (methods.has(method) ? method : 'other')
