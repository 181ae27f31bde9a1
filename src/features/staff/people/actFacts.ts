import { msg } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { languageTable, type Language } from '#contract/language.ts'
import type { RecordedAct } from '#contract/staff/acts.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { kindMessages } from '../links/linkMessages.ts'
import { youthMessages } from '../members/youthMessages.ts'
import { roleMessages } from '../roleMessages.ts'
import { stateMessages } from '../sending/parcelMessages.ts'

type Messages = Partial<Record<string, MessageDescriptor>>

/** What an act is about. */
const subjects: Messages = {
  account: msg`Account`,
  application: msg`Application`,
  contents: msg`Content`,
  conversion: msg`Conversion`,
  entry: msg`Points entry`,
  event: msg`Event`,
  invitation: msg`Invitation`,
  keys: msg`Signing keys`,
  parcel: msg`Parcel`,
  payment: msg`Payment`,
  performance: msg`Concert`,
  registration: msg`Registration`,
  staff: msg`Staff`,
  ticket: msg`Ticket`,
  tickets: msg`Import`,
  tier: msg`Tier`,
  upgrade_token: msg`Link or code`,
  voucher: msg`Voucher`,
}

/** What the facts of an act are called. */
const names: Messages = {
  added: msg`New tickets`,
  attended: msg`Arrived`,
  event: msg`Event`,
  expires_at: msg`Until`,
  isPublished: msg`Members see it`,
  kind: msg`What`,
  name: msg({ message: 'Name', context: 'a thing’s' }),
  others: msg`Issued with it`,
  performances: msg`Concerts`,
  points: msg`Points`,
  quantity: msg`Places`,
  redemption: msg`Reference`,
  roles: msg`Roles`,
  sign_ins: msg`Sign-ins ended`,
  startsAt: msg`Begins`,
  state: msg`State`,
  status: msg`State`,
  ticket: msg`Ticket`,
  tickets: msg`Tickets`,
  tier: msg`Tier`,
  unchanged: msg`Already there`,
  used_at: msg`Used`,
  venue: msg`Venue`,
}

/** The words that the books have for what stands in a fact, by its name. */
const words: Partial<Record<string, Messages>> = {
  kind: kindMessages,
  roles: roleMessages,
  state: {
    ...stateMessages,
    registered: msg`Registered`,
    waiting: msg`On the waiting list`,
    cancelled: msg`Cancelled`,
  },
  status: youthMessages,
  tier: tierMessages,
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

interface Reader {
  i18n: I18n
  lang: Language
}

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueText(name: string, value: unknown, reader: Reader): string {
  const { i18n, lang } = reader
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '–'
  if (typeof value === 'boolean') return value ? i18n._(msg`yes`) : i18n._(msg`no`)
  if (typeof value === 'number') return Number.isInteger(value) ? formatPoints(value) : String(value)
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, reader)).join(languageTable[lang].comma)
  if (isFacts(value) && lang in value) return valueText(name, value[lang], reader)
  if (typeof value !== 'string') return JSON.stringify(value)
  const word = words[name]?.[value]
  if (word) return i18n._(word)
  return moment.test(value) ? formatDateTime(value, lang) : value
}

/** What an act has changed, a line for each fact that is not as it was. */
export function changesOf({ before, after }: RecordedAct, reader: Reader): string[] {
  const facts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return facts.flatMap((name) => {
    const word = names[name]
    const head = word ? reader.i18n._(word) : name
    const known = [before, after].filter((one) => one !== null && name in one)
    const [was = '–', is] = known.map((one) => valueText(name, one?.[name], reader))
    if (is === undefined) return reader.i18n._(msg`${head}: ${was}`)
    return was === is ? [] : reader.i18n._(msg`${head}: ${was} → ${is}`)
  })
}

/** What an act is about; of who is on the staff, by their name. The id of an account says nothing to a reader. */
export function subjectText({ subject: { kind, id } }: RecordedAct, staff: ReadonlyMap<string, string>, i18n: I18n) {
  const word = subjects[kind]
  const name = id === null ? null : (staff.get(id) ?? (uuid.test(id) ? null : id))
  return [word ? i18n._(word) : kind, name].filter((part) => part !== null).join(' ')
}
