import { languages } from '#contract/language.ts'
import { type ReadinessCheck, readinessChecks } from '#contract/staff/readiness.ts'
import { readGroup, type StoredEntry } from '#server/store/contents.ts'
import { countWaitingMails } from '#server/store/mailOutbox.ts'
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
}

/** A key that nobody has replaced for so long may have leaked, in days. */
const oldestKeyDays = 400

const isWhole = ({ texts }: StoredEntry) =>
  Object.values(texts).some((text) => languages.every((lang) => (text[lang] ?? '').trim() !== ''))

/** Whether a group of the contents has an entry, or one of this key, with a text in every language. */
function isWritten(entries: readonly StoredEntry[], key?: string): boolean {
  const found = entries.filter((entry) => key === undefined || entry.key === key)
  return found.some(isWhole)
}

async function emails(db: ConnectionPool, { sendsEmails }: ClubSettings): Promise<Finding> {
  const { failed } = await countWaitingMails(db, new Date())
  return { isDone: sendsEmails && failed === 0, fact: `${failed} given up` }
}

function keys(madeAt: Date | null, now: Date): Finding {
  const days = madeAt === null ? 0 : Math.floor((now.getTime() - madeAt.getTime()) / (24 * 60 * 60 * 1000))
  return { isDone: days <= oldestKeyDays, fact: `${days} days old` }
}

/** What a club needs to be open, in the order in which it is done. */
export async function readReadiness(
  db: ConnectionPool,
  settings: ClubSettings,
  now: Date,
): Promise<({ name: ReadinessCheck } & Finding)[]> {
  const { publicOrigin, payment, seedsDemo } = settings
  const [owners, terms, links] = [await countOwners(db), await readGroup(db, 'tnc'), await readGroup(db, 'club_links')]
  const found: Record<ReadinessCheck, Finding> = {
    address: { isDone: publicOrigin?.startsWith('https:') === true, fact: publicOrigin ?? 'this machine' },
    owner: { isDone: owners.all > 0 },
    passkey: { isDone: owners.withPasskey > 0 },
    terms: { isDone: isWritten(terms) },
    privacy: { isDone: isWritten(links, 'privacy-policy') || isWritten(terms, 'privacy') },
    contact: { isDone: ['email', 'telephone'].every((key) => isWritten(links, key)) },
    demo: { isDone: !seedsDemo },
    emails: await emails(db, settings),
    payment: { isDone: payment === null || (payment.isLive && !payment.isSimulated) },
    keys: keys(await findKeysMadeAt(db), now),
  }
  return readinessChecks.map((name) => ({ name, ...found[name] }))
}
