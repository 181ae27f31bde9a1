import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import {
  readConcertFigures,
  readEventFigures,
  readExpiryFigures,
  readJoinFigures,
  readMemberFigures,
  readPointFigures,
  readRewardFigures,
} from '#server/services/staff/figures.ts'
import type { StaffHandler } from './staffHandler.ts'

const memberFigures: StaffHandler<typeof staffEndpoints.memberFigures> = ({ until }, { db, now }) =>
  readMemberFigures(db, { now, until })

const pointFigures: StaffHandler<typeof staffEndpoints.pointFigures> = ({ until }, { db, now }) =>
  readPointFigures(db, { now, until })

const expiryFigures: StaffHandler<typeof staffEndpoints.expiryFigures> = (_request, { db, now }) =>
  readExpiryFigures(db, now)

const concertFigures: StaffHandler<typeof staffEndpoints.concertFigures> = ({ until }, { db, now }) =>
  readConcertFigures(db, { now, until })

const eventFigures: StaffHandler<typeof staffEndpoints.eventFigures> = ({ until }, { db, now }) =>
  readEventFigures(db, { now, until })

const rewardFigures: StaffHandler<typeof staffEndpoints.rewardFigures> = ({ until }, { db, now }) =>
  readRewardFigures(db, { now, until })

const joinFigures: StaffHandler<typeof staffEndpoints.joinFigures> = ({ until }, { db, now }) =>
  readJoinFigures(db, { now, until })

export const figureHandlers = {
  memberFigures,
  pointFigures,
  expiryFigures,
  concertFigures,
  eventFigures,
  rewardFigures,
  joinFigures,
}
