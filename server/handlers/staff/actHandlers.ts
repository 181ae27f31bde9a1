import type { AnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { readActLog } from '#server/services/staff/actLog.ts'
import { undoAsStaff } from '#server/services/undoing.ts'
import type { Handler } from '../handler.ts'

const listActs: Handler<Endpoints['listActs']> = (request, { db }) => readActLog(db, request)

const undoActs: Handler<Endpoints['undoActs']> = async ({ acts }, { db, now, staff }) => {
  const undone: AnswerOf<Endpoints['undoActs']>['undone'] = []
  for (const act of acts) undone.push({ act, kind: await undoAsStaff(db, staff, act, now) })
  return { undone }
}

export const actHandlers = { listActs, undoActs }
