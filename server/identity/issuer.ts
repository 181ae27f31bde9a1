/** The path below which the built-in identity provider answers. */
export const identityPath = '/identity'

/** The app's client id at the built-in provider. */
export const clientId = 'club-bravo-app'

/** The built-in provider's issuer, as its tokens name it. */
export function issuerAt(origin: string): string {
  return origin + identityPath
}

/**
 * The name under which members of the built-in provider are stored: its issuer changes with ORIGIN, its accounts do
 * not.
 */
export const builtInIssuer = 'built-in'

/**
 * The claim of the built-in provider's id_tokens that names the hashed grant they come from: the club ends both
 * together.
 */
export const grantClaim = 'club_grant'
