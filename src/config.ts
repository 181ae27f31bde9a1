import * as v from 'valibot'

const Configuration = v.object({
  /** The slug in the API's addresses. */
  product: v.pipe(v.string(), v.nonEmpty()),
  /** The identity provider's issuer, whose discovery document names its addresses. */
  issuer: v.pipe(v.string(), v.url()),
  clientId: v.pipe(v.string(), v.nonEmpty()),
})
export type Configuration = v.InferOutput<typeof Configuration>

/**
 * Scheme, host and port of the app and its API. At build time nobody knows them: the server puts them in the place of this one when it
 * sends a page.
 */
export const origin = import.meta.env.SSR ? 'https://origin.invalid' : location.origin

/**
 * What the page is told by its server: a `club-bravo-config` meta element in index.html where anything differs from the
 * product's own setup, so that nothing has to be fetched and the offline page knows it too. Throws where that element
 * makes no sense.
 */
function readConfiguration(): Configuration {
  const written = import.meta.env.SSR
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="club-bravo-config"]')?.content
  if (written === undefined) {
    return { product: 'club-bravo', issuer: `${origin}/identity`, clientId: 'club-bravo-app' }
  }
  return v.parse(v.pipe(v.string(), v.parseJson(), Configuration), written)
}

export const config = readConfiguration()
