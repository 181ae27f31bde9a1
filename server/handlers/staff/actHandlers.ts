import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { readActLog } from '#server/services/staff/actLog.ts'
import type { StaffHandler } from './staffHandler.ts'

const acts: StaffHandler<typeof staffEndpoints.acts> = (request, { db }) => readActLog(db, request)

export const actHandlers = { acts }
