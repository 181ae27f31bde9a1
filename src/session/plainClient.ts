import { type Client, createClient } from '#src/api/client.ts'
import { config, origin } from '#src/config.ts'
import { learnClubTime } from '#src/platform/clubClock.ts'
import { announceAttention, needsAttention } from './attention.ts'
import { markMembershipInvalid, storedToken } from './storedSession.ts'

/** Calls the API, and tells nobody what an answer says of the membership: that is over at a sign-out. */
export const quietClient = createClient({
  origin,
  product: config.product,
  namesKeys: config.namesKeys,
  readToken: () => Promise.resolve(storedToken()),
  onAnswer: learnClubTime,
})

/**
 * Calls the API with the stored token, or the one that is given, and never renews it. Signing in, renewing and signing
 * out use it, and the outbox's sender, which names the token of each row's member; everything else uses `clubClient`,
 * which calls it, too: whichever call is told first that the membership is no longer valid, the person is told.
 */
export const plainClient: Client = {
  async call(target, request, options) {
    const token = options?.token === undefined ? storedToken() : options.token
    const answer = await quietClient.call(target, request, options)
    announceAttention(answer)
    const isSignedInMember = target.access !== 'public' && token !== null && token === storedToken()
    if (isSignedInMember && !answer.ok && needsAttention(answer.error)) markMembershipInvalid()
    return answer
  },
}
