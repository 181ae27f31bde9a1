import type { Endpoints } from '#contract/index.ts'
import { expireDue } from '#server/store/ledger.ts'
import { takeProviderWord } from '#server/store/members.ts'
import { shownContents } from '#server/content/publishedContent.ts'
import { inSnapshot } from '#server/store/store.ts'
import type { Handler } from './handler.ts'
import { readUser } from '#server/services/profile.ts'

const me: Handler<Endpoints['me']> = async (_request, { db, memberId, now }) => {
  // Booked out first, so that balance, buckets and entries agree at every look.
  await expireDue(db, now, memberId)
  return { user: await inSnapshot(db, (snapshot) => readUser(snapshot, memberId, now)) }
}

const emailVerified: Handler<Endpoints['emailVerified']> = async (_request, { db, memberId }) => ({
  success: await takeProviderWord(db, memberId),
})

const gaugeLevels: Handler<Endpoints['gaugeLevels']> = async (_request, { db }) => (await shownContents(db)).gaugeLevels

export const memberHandlers = { me, emailVerified, gaugeLevels }
