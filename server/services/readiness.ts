import { languages } from '#contract/language.ts'
import type { ReadinessCheck } from '#contract/staff/today.ts'
import { readGroup, type StoredEntry } from '#server/store/contents.ts'
import { countWaitingMails } from '#server/store/mailOutbox.ts'
import { countOwners, findKeysMadeAt } from '#server/store/readiness.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Something that a club needs to be open. `todo`: what is left to do; null where nothing is. */
interface CheckedReadiness {
  name: ReadinessCheck
  todo: string | null
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

function paymentTodo({ payment }: ClubSettings): string | null {
  if (payment === null) return null
  if (payment.isSimulated) return 'PAYMENT_GATEWAY is the simulator: set the gateway’s address, or none.'
  return payment.isLive ? null : 'PAYMENT_LIVE is 0: try a payment, then set 1.'
}

async function emailTodo(db: ConnectionPool, { sendsEmails }: ClubSettings): Promise<string | null> {
  if (!sendsEmails) return 'SMTP_URL is not set: no email leaves the club.'
  const { failed } = await countWaitingMails(db, new Date())
  return failed === 0 ? null : `${failed} emails were given up: see mails list.`
}

const when = (isOpen: boolean, todo: string) => (isOpen ? todo : null)

/** What a club needs to be open, in the order in which it is done: each with what is left to do. */
export async function readReadiness(
  db: ConnectionPool,
  settings: ClubSettings,
  now: Date,
): Promise<CheckedReadiness[]> {
  const [owners, keysMadeAt] = [await countOwners(db), await findKeysMadeAt(db)]
  const [terms, links] = [await readGroup(db, 'tnc'), await readGroup(db, 'club_links')]
  const keyDays = keysMadeAt === null ? 0 : (now.getTime() - keysMadeAt.getTime()) / (24 * 60 * 60 * 1000)
  return [
    {
      name: 'address',
      todo: when(
        !settings.publicOrigin?.startsWith('https:'),
        `ORIGIN is ${settings.publicOrigin ?? 'this machine'}: set the club’s https address.`,
      ),
    },
    { name: 'owner', todo: when(owners.all === 0, 'Nobody is owner: run staff invite EMAIL --role owner.') },
    {
      name: 'passkey',
      todo: when(owners.withPasskey === 0, 'No owner has a passkey: the invitation’s link adds one.'),
    },
    { name: 'terms', todo: when(!isWritten(terms), 'The contents have no terms (tnc) in three languages.') },
    {
      name: 'privacy',
      todo: when(
        !isWritten(links, 'privacy-policy') && !isWritten(terms, 'privacy'),
        'The contents have neither a privacy policy (club_links, privacy-policy) nor terms of privacy (tnc, privacy).',
      ),
    },
    {
      name: 'contact',
      todo: when(
        !['email', 'telephone'].every((key) => isWritten(links, key)),
        'The contents have no email address and telephone number (club_links, email and telephone).',
      ),
    },
    { name: 'demo', todo: when(settings.seedsDemo, 'SEED is demo: set none, and use an empty database.') },
    { name: 'emails', todo: await emailTodo(db, settings) },
    { name: 'payment', todo: paymentTodo(settings) },
    { name: 'keys', todo: when(keyDays > oldestKeyDays, `Keys are ${Math.floor(keyDays)} days old: run rotate.`) },
  ]
}
