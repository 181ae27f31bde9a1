import { type ReadinessCheck, readinessChecks } from '#contract/staff/readiness.ts'
import { hasTerms, isWritten } from '#server/content/entries.ts'
import { readContents } from '#server/store/contents.ts'
import { countWaitingMails } from '#server/store/mailOutbox.ts'
import { readMoments } from '#server/store/moments.ts'
import { countOwners, findKeysMadeAt } from '#server/store/readiness.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** What was found of something that a club needs to be open. `fact`: for the operator, as far as it helps. */
interface Finding {
  isDone: boolean
  fact?: string
}

/** What the club's settings say of it. */
export interface ClubSettings {
  /** The public origin; null where it is this machine's. */
  publicOrigin: string | null
  sendsEmails: boolean
  seedsDemo: boolean
  payment: { isSimulated: boolean; isLive: boolean } | null
  /** The names of the periodic tasks, and the minutes between two runs of them. */
  periodicTasks: readonly string[]
  settleMinutes: number
}

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs
/** For how long a backup counts: each day's, and the time that it takes. */
const backupMs = dayMs + 60 * minuteMs
/** How late the periodic tasks may be: one can take long. */
const lateMs = 15 * minuteMs

/** A key that nobody has replaced for so long may have leaked, in days. */
const oldestKeyDays = 400

async function emails(db: ConnectionPool, { sendsEmails }: ClubSettings): Promise<Finding> {
  const { failed } = await countWaitingMails(db, new Date())
  return { isDone: sendsEmails && failed === 0, fact: `${failed} given up` }
}

function keys(madeAt: Date | null, now: Date): Finding {
  const days = madeAt === null ? 0 : Math.floor((now.getTime() - madeAt.getTime()) / dayMs)
  return { isDone: days <= oldestKeyDays, fact: `${days} days old` }
}

/** What was last seen, and whether that is not too long ago; `maxMs` is left out where it counts for good. */
function seen(at: Date | undefined, now: Date, maxMs = Infinity): Finding {
  return at === undefined
    ? { isDone: false, fact: 'never' }
    : { isDone: now.getTime() - at.getTime() <= maxMs, fact: `last ${at.toISOString()}` }
}

function tasks({ periodicTasks, settleMinutes }: ClubSettings, moments: ReadonlyMap<string, Date>, now: Date): Finding {
  const maxMs = 3 * settleMinutes * minuteMs + lateMs
  const late = periodicTasks.filter((name) => !seen(moments.get(`task: ${name}`), now, maxMs).isDone)
  return { isDone: late.length === 0, ...(late.length > 0 && { fact: late.join(', ') }) }
}

/** What a club needs to be open, in the order in which it is done. */
export async function readReadiness(
  db: ConnectionPool,
  settings: ClubSettings,
  now: Date,
): Promise<({ name: ReadinessCheck } & Finding)[]> {
  const { publicOrigin, payment, seedsDemo } = settings
  const [owners, contents] = [await countOwners(db), await readContents(db)]
  const moments = await readMoments(db)
  const found: Record<ReadinessCheck, Finding> = {
    address: { isDone: publicOrigin?.startsWith('https:') === true, fact: publicOrigin ?? 'this machine' },
    owner: { isDone: owners.all > 0 },
    passkey: { isDone: owners.withPasskey > 0 },
    terms: { isDone: hasTerms(contents) },
    privacy: { isDone: isWritten(contents, 'club_links', 'privacy-policy') || isWritten(contents, 'tnc', 'privacy') },
    contact: { isDone: ['email', 'telephone'].every((key) => isWritten(contents, 'club_links', key)) },
    demo: { isDone: !seedsDemo },
    emails: await emails(db, settings),
    test_email: seen(moments.get('test_email'), now),
    payment: { isDone: payment === null || (payment.isLive && !payment.isSimulated) },
    backup: seen(moments.get('backup'), now, backupMs),
    tasks: tasks(settings, moments, now),
    keys: keys(await findKeysMadeAt(db), now),
  }
  return readinessChecks.map((name) => ({ name, ...found[name] }))
}
