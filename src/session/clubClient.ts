import type { Client } from '#src/api/client.ts'
import type { ApiError } from '#src/api/errors.ts'
import { storedProfile, storedToken } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { announceSignInNeeded, renewBeforeExpiry, renewSession } from './renewal.ts'

/** How often a call is repeated: a token that another tab, or an earlier visit, has stored can have expired as well. */
const maxRenewals = 2

/**
 * Calls the API as the signed-in member. A call whose token the server rejects is repeated with a renewed one. If the
 * club gives no new token, `watchSignInNeeded` listeners are called, and a call that needs no member is made without a
 * token. A call with its own token is never repeated.
 */
export const clubClient: Client = {
  async call(target, request, options = {}) {
    if (target.access === 'public' || options.token !== undefined || storedToken() === null) {
      return plainClient.call(target, request, options)
    }
    renewBeforeExpiry()
    const memberId = storedProfile()?.id
    for (let left = maxRenewals; ; left -= 1) {
      const token = storedToken()
      const answer = await plainClient.call(target, request, { ...options, token })
      if (answer.ok || !isUnauthorized(answer.error) || left === 0) return answer
      const renewal = await renewSession(token)
      if (renewal === 'renewed') {
        // Another member may have signed in meanwhile, in another tab: this call is not theirs.
        if (storedProfile()?.id !== memberId) return answer
        continue
      }
      if (renewal === 'refused') announceSignInNeeded()
      // What is kept as the member's own must not be replaced by what a visitor is told.
      const isForVisitors = target.access === 'optional' && target.offline !== 'member'
      return isForVisitors ? plainClient.call(target, request, { ...options, token: null }) : answer
    }
  },
}

function isUnauthorized(error: ApiError): boolean {
  return error.kind === 'http' && error.status === 401
}
