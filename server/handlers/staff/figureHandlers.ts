import type { Endpoints } from '#contract/index.ts'
import {
  readConcertFigures,
  readEventFigures,
  readExpiryFigures,
  readJoinFigures,
  readMemberFigures,
  readPointFigures,
  readRewardFigures,
} from '#server/services/staff/figures.ts'
import type { Handler } from '../handler.ts'

const memberFigures: Handler<Endpoints['memberFigures']> = ({ until }, { db, now }) =>
  readMemberFigures(db, { now, until })

const pointFigures: Handler<Endpoints['pointFigures']> = ({ until }, { db, now }) =>
  readPointFigures(db, { now, until })

const expiryFigures: Handler<Endpoints['expiryFigures']> = (_request, { db, now }) => readExpiryFigures(db, now)

const concertFigures: Handler<Endpoints['concertFigures']> = ({ until }, { db, now }) =>
  readConcertFigures(db, { now, until })

const eventFigures: Handler<Endpoints['eventFigures']> = ({ until }, { db, now }) =>
  readEventFigures(db, { now, until })

const rewardFigures: Handler<Endpoints['rewardFigures']> = ({ until }, { db, now }) =>
  readRewardFigures(db, { now, until })

const joinFigures: Handler<Endpoints['joinFigures']> = ({ until }, { db, now }) => readJoinFigures(db, { now, until })

export const figureHandlers = {
  memberFigures,
  pointFigures,
  expiryFigures,
  concertFigures,
  eventFigures,
  rewardFigures,
  joinFigures,
}
