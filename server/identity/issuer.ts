/** The path below which the built-in identity provider answers. */
export const identityPath = '/identity'

/** The app's client id at the built-in provider. */
export const clientId = 'club-bravo-app'

/** The built-in provider's issuer, as its tokens name it. */
export function issuerAt(origin: string): string {
  return origin + identityPath
}
