import { mayDo, permissionNames, stepUpMinutes } from '#contract/staff/roles.ts'
import type { Endpoints } from '#contract/index.ts'
import { readToday } from '#server/services/staff/today.ts'
import { staffActor } from '#server/services/acts.ts'
import type { Handler } from '../handler.ts'

const staffSession: Handler<Endpoints['staffSession']> = (_request, { staff }) =>
  Promise.resolve({
    account: staff.sub,
    name: staff.name,
    email: staff.email,
    roles: [...staff.roles],
    permissions: permissionNames.filter((one) => mayDo(staff.roles, one)),
    stepUpUntil: new Date(staff.steppedUpAt.getTime() + stepUpMinutes * 60_000).toISOString(),
  })

const today: Handler<Endpoints['today']> = (_request, { db, now, staff, dependencies: { settings } }) =>
  readToday(db, now, { actor: staffActor(staff.sub).name, roles: staff.roles, settings })

export const todayHandlers = { staffSession, today }
