import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { type ReadinessCheck, readinessChecks } from './readiness.ts'
import { isPermission, isRole } from './roles.ts'
import { Moment, Nothing } from './schemas.ts'

/** The names that this version knows: an open page goes on beside a newer server. */
const known = <Name extends string>(isKnown: (name: string) => name is Name) =>
  v.pipe(
    v.array(v.string()),
    v.transform((names) => names.filter(isKnown)),
  )

/** Events that begin within so many days are those of Today. */
export const upcomingDays = 7

const isReadinessCheck = (name: string): name is ReadinessCheck => readinessChecks.some((one) => one === name)

/** `account`: for `staffHeader`. `stepUpUntil`: until when the passkey is not asked for again. */
export const staffSession = endpoint({
  summary: 'Gets who is signed in to the staff’s pages',
  method: 'GET',
  path: '/api/staff/session',
  access: { staff: 'session_read' },
  request: Nothing,
  answer: v.object({
    account: v.string(),
    name: v.string(),
    email: v.string(),
    roles: known(isRole),
    permissions: known(isPermission),
    stepUpUntil: Moment,
  }),
})

/** How many of something wait, and since when the first does; null for what somebody may not see. */
const Waiting = v.nullable(v.object({ count: Count, since: v.nullable(Moment) }))

/** `leftToDo`: of `readinessChecks`; null for who is no owner, and where the club is a demo on this machine. */
export const today = endpoint({
  summary: 'Counts what waits for the staff',
  method: 'GET',
  path: '/api/staff/today',
  access: { staff: 'session_read' },
  request: Nothing,
  answer: v.object({
    applications: Waiting,
    /** Changes of lost addresses that whoever asks can confirm, the oldest first. */
    addressChanges: v.nullish(v.array(v.object({ memberId: v.string(), at: Moment })), null),
    parcels: Waiting,
    conversions: Waiting,
    refunds: Waiting,
    performances: Waiting,
    mails: Waiting,
    leftToDo: v.nullable(known(isReadinessCheck)),
    events: v.nullable(
      v.array(
        v.object({
          alias: v.string(),
          name: LocalizedText,
          startsAt: Moment,
          places: v.nullable(Count),
          registered: Count,
          waiting: Count,
        }),
      ),
    ),
  }),
})
