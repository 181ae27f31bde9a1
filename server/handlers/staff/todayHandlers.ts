import { permissionNames, stepUpMinutes } from '#contract/staff/roles.ts'
import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { readToday } from '#server/services/staff/today.ts'
import type { StaffHandler } from './staffHandler.ts'

const staffSession: StaffHandler<typeof staffEndpoints.staffSession> = (_request, { staff, may }) =>
  Promise.resolve({
    account: staff.sub,
    name: staff.name,
    email: staff.email,
    roles: [...staff.roles],
    permissions: permissionNames.filter(may),
    stepUpUntil: new Date(staff.steppedUpAt.getTime() + stepUpMinutes * 60_000).toISOString(),
  })

const today: StaffHandler<typeof staffEndpoints.today> = (_request, { db, now, may }) => readToday(db, now, may)

export const todayHandlers = { staffSession, today }
