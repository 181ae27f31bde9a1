import type { Endpoints } from '#contract/index.ts'
import { readGaugeLevels } from '#server/services/contents.ts'
import { confirmEmail } from '#server/services/membership.ts'
import { readUser } from '#server/services/profile.ts'
import type { Handler } from './handler.ts'

const me: Handler<Endpoints['me']> = async (_request, { db, memberId, now }) => ({
  user: await readUser(db, memberId, now),
})

const emailVerified: Handler<Endpoints['emailVerified']> = async (_request, { db, memberId }) => ({
  success: await confirmEmail(db, memberId),
})

const gaugeLevels: Handler<Endpoints['gaugeLevels']> = (_request, { db }) => readGaugeLevels(db)

export const memberHandlers = { me, emailVerified, gaugeLevels }
