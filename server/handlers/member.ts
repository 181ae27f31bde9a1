import type { Endpoints } from '#contract/index.ts'
import { readGaugeLevels } from '#server/services/contents.ts'
import { confirmReportedEmail, hasEmailAndNumber } from '#server/services/membership/membership.ts'
import { listToldActs } from '#server/services/membership/toldActs.ts'
import { readPointLog } from '#server/services/points/pointLog.ts'
import { readTierProgress, readUser } from '#server/services/membership/profile.ts'
import type { Handler } from './handler.ts'

const me: Handler<Endpoints['me']> = async (_request, { db, memberId, now }) => ({
  user: await readUser(db, memberId, now),
})

const emailVerified: Handler<Endpoints['emailVerified']> = async (_request, { db, memberId }) => ({
  success: await confirmReportedEmail(db, memberId),
})

const gaugeLevels: Handler<Endpoints['gaugeLevels']> = (_request, { db, memberId, contentsVersion: version, now }) =>
  readGaugeLevels(db, memberId, { version, now })

const tierProgress: Handler<Endpoints['tierProgress']> = async (_request, { db, memberId, now }) => ({
  upgrade_progress: await readTierProgress(db, memberId, now),
})

const emailAndMemberNo: Handler<Endpoints['emailAndMemberNo']> = async (request, { db, memberId }) => ({
  success: await hasEmailAndNumber(db, memberId, { email: request.email, memberNo: request.member_no }),
})

const pointTransactions: Handler<Endpoints['pointTransactions']> = (request, { db, memberId, now }) =>
  readPointLog(db, memberId, request, now)

const toldActs: Handler<Endpoints['toldActs']> = async (_request, { db, memberId }) => ({
  acts: await listToldActs(db, memberId),
})

export const memberHandlers = {
  me,
  emailVerified,
  gaugeLevels,
  tierProgress,
  emailAndMemberNo,
  pointTransactions,
  toldActs,
}
