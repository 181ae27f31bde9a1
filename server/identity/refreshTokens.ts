import { createHmac, randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'

/**
 * Makes the successor of a refresh token follow from it, so that a token that is used twice within its grace has one successor, whichever
 * server answers. It is made of the token, of which the database has only a hash, and the id of its grant, which no client knows.
 */
export function deriveSuccessors({ RefreshToken }: Provider): void {
  Object.assign(RefreshToken.prototype, {
    generateTokenId(): string {
      const { RotatedRefreshToken: predecessor } = Provider.ctx?.oidc.entities ?? {}
      if (predecessor?.grantId === undefined) return randomBytes(32).toString('base64url')
      return createHmac('sha256', predecessor.jti).update(predecessor.grantId).digest('base64url')
    },
  })
}
