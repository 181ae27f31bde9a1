import type { Endpoints } from '#contract/index.ts'
import { listMails as list, tryAgain } from '#server/services/staff/mailList.ts'
import type { Handler } from '../handler.ts'

const listMails: Handler<Endpoints['listMails']> = ({ recipient }, { db }) => list(db, recipient)

const retryMails: Handler<Endpoints['retryMails']> = async ({ id }, { db, now }) => ({
  count: await tryAgain(db, { id, now }),
})

export const mailHandlers = { listMails, retryMails }
