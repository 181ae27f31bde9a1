/**
 * The part of the Trusted Types API in use. A TrustedScriptURL is an object at run time, but every place that takes a
 * script's URL accepts it in place of a string: hence `string`. Source: W3C Trusted Types, `createPolicy`.
 */
interface TrustedTypesFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

function hasTrustedTypes(scope: object): scope is { trustedTypes: TrustedTypesFactory } {
  return 'trustedTypes' in scope
}

function sameOrigin(url: string): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin) throw new TypeError('Scripts come from this site alone.')
  return href
}

const scope: object = globalThis
const policy = hasTrustedTypes(scope)
  ? scope.trustedTypes.createPolicy('club-bravo', { createScriptURL: sameOrigin })
  : { createScriptURL: sameOrigin }

/**
 * The URL of a worker's script, as Trusted Types enforcement requires it.
 *
 * @param url a relative or absolute URL of this site
 * @throws TypeError for another site's URL
 */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url)
}
