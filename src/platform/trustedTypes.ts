/**
 * The part of the Trusted Types API that is used here. Its values are objects at run time, and every place that takes a
 * script's address takes them in place of a string: hence `string`. Source: W3C Trusted Types, `createPolicy`.
 */
interface ScriptPolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

function hasPolicies(scope: object): scope is { trustedTypes: ScriptPolicies } {
  return 'trustedTypes' in scope
}

function sameOrigin(url: string): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin) throw new TypeError('Scripts come from this site alone.')
  return href
}

const scope: object = globalThis
const policy = hasPolicies(scope)
  ? scope.trustedTypes.createPolicy('club-bravo', { createScriptURL: sameOrigin })
  : { createScriptURL: sameOrigin }

/**
 * The address of a worker's script, as the browser's enforced Trusted Types want it.
 *
 * @param url an address on this site, relative or whole
 * @throws TypeError where the address is on another site
 */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url)
}
