import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { ReadinessCheck } from '#contract/staff/readiness.ts'
import { type today, upcomingDays } from '#contract/staff/today.ts'
import { mayDo, type PermissionName, type Role } from '#contract/staff/roles.ts'
import { countWaiting, findChangesToConfirm, type Waiting } from '#server/store/staff/waiting.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type ClubSettings, readReadiness } from '../readiness.ts'
import { listEvents } from './eventList.ts'

const toSent = ({ count, since }: Waiting) => ({ count, since: since?.toISOString() ?? null })

/** What an owner has left to do before the club is open; null where there is none to open, or for others. */
async function leftToDo(
  db: ConnectionPool,
  now: Date,
  { roles, settings }: { roles: readonly Role[]; settings: ClubSettings },
): Promise<ReadinessCheck[] | null> {
  const isDemo = settings.seedsDemo && settings.publicOrigin === null
  if (isDemo || !roles.includes('owner')) return null
  return (await readReadiness(db, settings, now)).flatMap(({ name, isDone }) => (isDone ? [] : name))
}

/** What waits for somebody in these roles. `actor`: who it is, like that of an act. */
export async function readToday(
  db: ConnectionPool,
  now: Date,
  { actor, roles, settings }: { actor: string; roles: readonly Role[]; settings: ClubSettings },
): Promise<SentAnswerOf<typeof today>> {
  const waiting = await countWaiting(db, now)
  const seenBy = (permission: PermissionName, what: Waiting) => (mayDo(roles, permission) ? toSent(what) : null)
  const end = new Date(now.getTime() + upcomingDays * 24 * 60 * 60 * 1000).toISOString()
  const begin = new Date(now.getTime() - 6 * 60 * 60 * 1000).toISOString()
  const events = mayDo(roles, 'event_read') ? await listEvents(db, now) : null
  return {
    addressChanges: mayDo(roles, 'address_change')
      ? (await findChangesToConfirm(db, { actor, isOwner: roles.includes('owner') })).map(({ memberId, at }) => ({
          memberId,
          at: at.toISOString(),
        }))
      : null,
    applications: seenBy('application_read', waiting.applications),
    parcels: seenBy('parcel_read', waiting.parcels),
    conversions: seenBy('conversion_read', waiting.conversions),
    refunds: seenBy('refund_read', waiting.refunds),
    performances: seenBy('concert_settle', waiting.performances),
    mails: seenBy('mail_resend', waiting.mails),
    leftToDo: await leftToDo(db, now, { roles, settings }),
    events:
      events?.flatMap(({ alias, name, startsAt, isPublished, places, registered, waiting: waits }) =>
        name !== null && startsAt !== null && isPublished && startsAt >= begin && startsAt < end
          ? [{ alias, name, startsAt, places, registered, waiting: waits }]
          : [],
      ) ?? null,
  }
}
