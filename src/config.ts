import * as v from 'valibot'

const Configuration = v.object({
  /** The slug in the API's addresses. */
  product: v.pipe(v.string(), v.nonEmpty()),
  /** The identity provider's issuer, whose discovery document names its addresses. */
  issuer: v.pipe(v.string(), v.url()),
  clientId: v.pipe(v.string(), v.nonEmpty()),
  /** What Red and an application to the young audience scheme cost, in Hong Kong dollars. */
  fee: v.optional(v.number(), 300),
  /** Whether the club's answers name the `Idempotency-Key` of their call. The specification asks for no such thing. */
  namesKeys: v.optional(v.boolean(), true),
})
type Configuration = v.InferOutput<typeof Configuration>

/**
 * Scheme, host and port of the app and its API. Prerendering writes this placeholder; the server replaces it in each
 * page.
 */
export const origin = import.meta.env.SSR ? 'https://origin.invalid' : location.origin

/**
 * Reads the configuration from the `club-bravo-config` meta element, which the server writes if anything differs from
 * the defaults. That costs no request, and the offline page contains it as well. Throws if the element does not parse.
 */
function readConfiguration(): Configuration {
  const written = import.meta.env.SSR
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="club-bravo-config"]')?.content
  if (written === undefined) {
    return {
      product: 'club-bravo',
      issuer: `${origin}/identity`,
      clientId: 'club-bravo-app',
      fee: 300,
      namesKeys: true,
    }
  }
  return v.parse(v.pipe(v.string(), v.parseJson(), Configuration), written)
}

export const config = readConfiguration()
