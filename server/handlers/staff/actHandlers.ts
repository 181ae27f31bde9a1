import type { Endpoints } from '#contract/index.ts'
import { readActLog } from '#server/services/staff/actLog.ts'
import type { Handler } from '../handler.ts'

const listActs: Handler<Endpoints['listActs']> = (request, { db }) => readActLog(db, request)

export const actHandlers = { listActs }
