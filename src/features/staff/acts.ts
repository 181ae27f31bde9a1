import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Language, languageTable } from '#contract/language.ts'
import type { ActFact, ActionName, ActSubjectKind } from '#contract/staff/actions.ts'
import { type ActingTask, isActingTask, type RecordedAct } from '#contract/staff/acts.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import {
  contactPartMessages,
  keyPermissionMessages,
  linkKindMessages,
  mailMessages,
  parcelStateMessages,
  roleMessages,
  sourceMessages,
  youthMessages,
} from './messages.ts'

type Messages = Partial<Record<string, MessageDescriptor>>

/** What was done. */
export const actionMessages: Record<ActionName, MessageDescriptor> = {
  act_undo: msg`Undid something`,
  points_grant: msg`Gave points`,
  points_revoke: msg`Took points`,
  ticket_return: msg`Returned a ticket`,
  tickets_import: msg`Imported tickets`,
  codes_read: msg`Fetched ticket codes for printing`,
  tickets_undo: msg`Undid an import of tickets`,
  performance_settle: msg`Settled a concert`,
  member_read: msg`Opened a member’s account`,
  member_search: msg`Opened a member at the counter`,
  card_view: msg`Looked at a student card`,
  youth_approve: msg`Approved an application`,
  youth_reject: msg`Rejected an application`,
  youth_expire: msg`Ended an approval`,
  voucher_use: msg`Marked a voucher as used`,
  voucher_unuse: msg`Made a used voucher valid again`,
  refund_note: msg`Noted a refund`,
  conversion_export: msg`Put a conversion in the airline’s file`,
  conversion_send: msg`Marked a conversion as sent`,
  conversion_answer: msg`Recorded the airline’s reference for a conversion`,
  upgrade_issue: msg`Issued upgrade links or codes`,
  upgrade_revoke: msg`Revoked an upgrade link or code`,
  guests_export: msg`Read an event’s guest list`,
  attendance_mark: msg`Noted who came to an event`,
  attendance_all: msg`Marked all guests as arrived`,
  guests_write: msg`Wrote to an event’s guests`,
  registration_add: msg`Added a guest to an event`,
  registration_promote: msg`Gave places to a guest who waited`,
  registration_cancel: msg`Cancelled a guest’s registration`,
  event_change: msg`Moved or postponed an event`,
  parcels_export: msg`Read a parcel’s address`,
  parcel_pack: msg`Packed a parcel`,
  parcel_send: msg`Sent a parcel`,
  parcel_return: msg`Marked a parcel as returned`,
  parcel_put_back: msg`Put a parcel back`,
  account_close: msg`Closed an account`,
  closure_undo: msg`Reopened an account`,
  closure_complete: msg`Deleted a closed account’s data`,
  account_forget: msg`Deleted an account that was never verified`,
  name_correct: msg`Corrected a name`,
  email_correct: msg`Corrected an email address`,
  contact_correct: msg`Corrected contact details`,
  address_ask: msg`Asked to change a lost email address`,
  address_confirm: msg`Confirmed the change of a lost email address`,
  address_end: msg`Stopped the change of a lost email address`,
  address_stop: msg`Stopped the change of a lost email address`,
  address_fail: msg`Didn’t change a lost email address`,
  address_change: msg`Changed a lost email address`,
  note_add: msg`Wrote a note`,
  note_remove: msg`Removed a note`,
  mails_retry: msg`Sent failed emails again`,
  mail_resend: msg`Sent an email again`,
  sign_ins_end: msg`Signed a member out everywhere`,
  member_suspend: msg`Suspended a member`,
  member_resume: msg`Lifted a suspension`,
  tier_give: msg`Gave a tier for concerts`,
  tier_invite: msg`Gave a tier by invitation`,
  tier_end: msg`Ended a tier given by invitation`,
  tier_renew: msg`Renewed a tier`,
  content_import: msg`Imported content`,
  content_publish: msg`Published content`,
  content_restore: msg`Undid a change to content`,
  content_move: msg`Moved content`,
  content_discard: msg`Discarded a draft`,
  picture_add: msg`Added a picture`,
  key_rotate: msg`Created a new signing key`,
  key_retire: msg`Retired old signing keys`,
  staff_invite: msg`Invited someone to the staff`,
  staff_uninvite: msg`Revoked an invitation`,
  staff_join: msg`Joined the staff`,
  staff_roles: msg`Changed someone’s roles`,
  staff_end: msg`Removed someone from the staff`,
  staff_sign_out: msg`Signed someone out`,
  api_key_make: msg`Created an API key`,
  api_key_end: msg`Ended an API key`,
  passkey_add: msg`Added a passkey of their own`,
  passkey_remove: msg`Removed a passkey of their own`,
}

const knownActions: Messages = actionMessages

/** What an act did; its own name where a later version of the server recorded it. */
export function actionText(action: string, i18n: I18n): string {
  const message = knownActions[action]
  return message ? i18n._(message) : action
}

const taskMessages: Record<ActingTask, MessageDescriptor> = {
  'Demo season': msg`demo season`,
  'Settling performances and expiring points': msg`settling concerts, expiring points`,
  'Renewing memberships': msg`renewing memberships`,
  'Ending approvals of young members': msg`ending approvals for the Young Audience Scheme`,
  'Deleting the data of closed accounts': msg`deleting the data of closed accounts`,
  'Deleting accounts that nobody has proved': msg`deleting accounts that were never verified`,
  'Changing lost addresses': msg`changing lost email addresses`,
}

/** Who has done something: somebody on the staff by their name; a command, a periodic task or a machine in words. */
export function actorText(by: string, i18n: I18n): string {
  const [kind, name] = [by.slice(0, by.indexOf(':')), by.slice(by.indexOf(':') + 1)]
  if (kind === 'timer') {
    const task = isActingTask(name) ? i18n._(taskMessages[name]) : name
    return i18n._(msg`Automatic task: ${task}`)
  }
  if (kind === 'key') return i18n._(msg`API key: ${name}`)
  if (kind === 'link')
    return name === 'new'
      ? i18n._(msg`Link in the email to the new address`)
      : i18n._(msg`Link in the email to the old address`)
  return kind === 'cli' ? i18n._(msg`Command by ${name}`) : by
}

/** What an act is about. */
const subjects: Messages = {
  account: msg`Account`,
  application: msg`Application`,
  contents: msg`Content`,
  conversion: msg`Conversion`,
  entry: msg`Points entry`,
  event: msg`Event`,
  invitation: msg`Invitation`,
  key: msg`API key`,
  keys: msg`Signing keys`,
  mail: msg`Email`,
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
} satisfies Record<ActSubjectKind, MessageDescriptor>

/** What the facts of an act are called. */
const names: Messages = {
  added: msg`New tickets`,
  attended: msg`Arrived`,
  content: msg`Content`,
  event: msg`Event`,
  expires_at: msg`Until`,
  fields: msg`Details`,
  isPublished: msg`Members see it`,
  key: msg({ message: 'Key', context: 'that signs' }),
  kind: msg`What`,
  mail: msg`Email`,
  mails: msg`Emails`,
  name: msg({ message: 'Name', context: 'a thing’s' }),
  others: msg`Issued with it`,
  performances: msg`Concerts`,
  permission: msg`Permission`,
  pictures: msg`Pictures`,
  points: msg`Points`,
  quantity: msg`Places`,
  redemption: msg`Reference`,
  roles: msg`Roles`,
  sign_ins: msg`Sign-ins ended`,
  source: msg`Given for`,
  startsAt: msg`Begins`,
  state: msg`State`,
  status: msg`State`,
  texts_added: msg`New texts`,
  texts_changed: msg`Changed texts`,
  texts_moved: msg`Reordered texts`,
  texts_removed: msg`Removed texts`,
  ticket: msg`Ticket`,
  tickets: msg`Tickets`,
  tier: msg`Tier`,
  unchanged: msg`Already there`,
  undone: msg`Undone`,
  used_at: msg`Used`,
  venue: msg`Venue`,
} satisfies Record<ActFact, MessageDescriptor>

/** The words that the books have for what stands in a fact, by its name. */
const words: Partial<Record<string, Messages>> = {
  source: sourceMessages,
  fields: contactPartMessages,
  kind: linkKindMessages,
  mail: mailMessages,
  permission: keyPermissionMessages,
  roles: roleMessages,
  state: {
    ...parcelStateMessages,
    registered: msg`Registered`,
    waiting: msg`On the waiting list`,
    cancelled: msg`Cancelled`,
    closed: msg`Account closed`,
    changed: msg`Email address changed`,
    unconfirmed: msg`Not confirmed by a second person`,
    unproved: msg`New address not confirmed`,
    on_staff: msg`On the staff by then`,
    taken: msg`Another account has the address`,
  },
  status: youthMessages,
  tier: tierMessages,
  undone: actionMessages,
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
export function changesOf({ before, after }: Pick<RecordedAct, 'before' | 'after'>, reader: Reader): string[] {
  if (isFacts(before?.['content']) && isFacts(after?.['content']))
    return changesBetween(before['content'], after['content'], reader)
  return changesBetween(before, after, reader)
}

type Facts = Record<string, unknown>

function changesBetween(before: Facts | null, after: Facts | null, reader: Reader): string[] {
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
