import { randomUUID } from 'node:crypto'
import type { Language, LocalizedText } from '#contract/language.ts'
import { defaultLevels } from '#server/domain/membershipYear.ts'
import { type Mail, mailWriter } from '#server/mail/mail.ts'
import { needsConsent } from '#server/mail/memberMails.ts'
import type { MailKind, Notice, NoticeOf } from '#server/mail/kinds/mails.ts'

const concert: LocalizedText = { en: 'Backstage tour', tc: '後台導賞團', sc: '后台导赏团' }
const hall: LocalizedText = {
  en: 'Harbour Concert Hall, stage door',
  tc: '海港音樂廳後台入口',
  sc: '海港音乐厅后台入口',
}
const foyer: LocalizedText = {
  en: 'Lion Rock Auditorium, foyer',
  tc: '獅子山演奏廳大堂',
  sc: '狮子山演奏厅大堂',
}
const drink: LocalizedText = { en: 'Interval drink', tc: '中場飲品', sc: '中场饮品' }
const desk: LocalizedText = {
  en: 'Collect your reward at the Club Bravo desk in the foyer, from one hour before each concert.',
  tc: '請於音樂會開始前一小時起，到大堂的 Club Bravo 櫃位領取。',
  sc: '请于音乐会开始前一小时起，到大堂的 Club Bravo 柜台领取。',
}

const email = 'ada@club.example'
const token = 'secret'
const yearEnd = new Date('2027-08-31T15:59:59.999Z')
const evening = new Date('2026-12-05T11:30:00Z')
const plan = { startsAt: evening, venue: hall }
const place = {
  eventId: '7',
  alias: 'backstage-tour',
  name: concert,
  quantity: 2,
  refNo: 'CB-7K2M-9XQ4',
  plan,
  revision: 0,
}
const conversion = { miles: 2500, points: 10_000, refNo: 'CB-4FZ8-2WQN', membershipNumber: '1234567890' }
const voucher = (code: string) => ({ code, expiresAt: new Date('2027-11-26T15:59:59.999Z') })
const redemption = { kind: 'reward_redeemed', name: drink, quantity: 2, points: 600, refNo: 'CB-9PLM-3RT5' } as const

/** A notice of each kind, as members get it; a kind without one does not compile. */
export const mailSamples: { readonly [Kind in MailKind]: NoticeOf<Kind> } = {
  test_email: { kind: 'test_email' },
  address_unproved: {
    kind: 'address_unproved',
    email,
    code: '482913',
    path: '/identity/verify-email?lang=en&token=secret',
  },
  account_exists: { kind: 'account_exists', email },
  new_address: { kind: 'new_address', email, token },
  address_changed: { kind: 'address_changed', newEmail: 'ada.chan@club.example' },
  address_corrected: { kind: 'address_corrected' },
  address_change_begun: { kind: 'address_change_begun', newEmail: 'ada.chan@club.example', dueAt: evening, token },
  address_to_confirm: { kind: 'address_to_confirm', newEmail: 'ada.chan@club.example', dueAt: evening, token },
  address_not_changed: { kind: 'address_not_changed', newEmail: 'ada.chan@club.example' },
  details_corrected: { kind: 'details_corrected', parts: ['mobile', 'address'] },
  password_forgotten: { kind: 'password_forgotten', email, token },
  password_changed: { kind: 'password_changed', email },
  passkey_added: { kind: 'passkey_added', name: 'Safari, iPhone' },
  passkey_removed: { kind: 'passkey_removed', name: 'Safari, iPhone' },
  staff_passkey_added: { kind: 'staff_passkey_added', name: 'Chrome, Windows' },
  staff_invited: { kind: 'staff_invited', by: 'Grace Ho', path: '/identity/staff/invitation#token=secret' },
  account_closed: {
    kind: 'account_closed',
    closesAt: new Date('2026-12-26T04:00:00Z'),
    wasStaff: false,
    reason: null,
    token,
  },
  name_corrected: { kind: 'name_corrected', first_name: 'Ada', last_name: 'Chan', chinese_name: '陳雅達' },
  member_suspended: { kind: 'member_suspended', reason: 'Vouchers were sold on to other people' },
  suspension_lifted: { kind: 'suspension_lifted', reason: 'The vouchers were a present, as we know by now' },
  membership_taken_over: { kind: 'membership_taken_over', memberNo: 'HK1042' },
  tier_reached: { kind: 'tier_reached', tier: 'Gold', end: yearEnd },
  tier_given: { kind: 'tier_given', tier: 'Diamond', end: null },
  tier_ended: { kind: 'tier_ended', tier: 'Gold', end: yearEnd },
  tier_ending: { kind: 'tier_ending', tier: 'Red', next: 'Black', end: yearEnd, keptAt: defaultLevels.Red },
  tier_renewed: { kind: 'tier_renewed', from: 'Gold', tier: 'Red', end: yearEnd, isEarned: false },
  payment_received: {
    kind: 'payment_received',
    bought: { tier: 'Red', end: yearEnd },
    dollars: 300,
    paidAt: new Date('2026-11-26T04:05:00Z'),
    orderRef: 'CB-20261126-7K2M9XQ4WQNE',
    payRef: '1000001',
  },
  youth_approved: { kind: 'youth_approved', end: yearEnd },
  youth_rejected: { kind: 'youth_rejected', reason: 'We couldn’t read the student card.' },
  youth_ended: { kind: 'youth_ended', end: yearEnd },
  reward_redeemed: {
    ...redemption,
    place: desk,
    address: null,
    vouchers: [voucher('7K2M-9XQ4-WQNE'), voucher('8T3R-5HJK-2PLM')],
  },
  reward_sent: {
    kind: 'reward_sent',
    name: drink,
    quantity: 1,
    refNo: 'K7M2-9XQ4',
    tracking: 'RR123456789HK',
    sentAt: new Date('2026-12-03T02:00:00Z'),
  },
  reward_not_sent: { kind: 'reward_not_sent', name: drink, quantity: 1, refNo: 'K7M2-9XQ4' },
  miles_converted: { kind: 'miles_converted', ...conversion },
  miles_sent: {
    kind: 'miles_sent',
    ...conversion,
    sentAt: new Date('2026-11-28T02:00:00Z'),
    airlineReference: 'CX-88201734',
  },
  points_expire_30: {
    kind: 'points_expire_30',
    parts: [
      { points: 480, expiresAt: new Date('2026-12-26T15:59:59.999Z') },
      { points: 1200, expiresAt: new Date('2026-12-28T15:59:59.999Z') },
    ],
  },
  points_expire_7: {
    kind: 'points_expire_7',
    parts: [{ points: 480, expiresAt: new Date('2026-12-03T15:59:59.999Z') }],
  },
  vouchers_expire_30: {
    kind: 'vouchers_expire_30',
    vouchers: [
      { name: drink, ...voucher('7K2M-9XQ4-WQNE') },
      { name: null, ...voucher('8T3R-5HJK-2PLM') },
    ],
  },
  vouchers_expire_7: { kind: 'vouchers_expire_7', vouchers: [{ name: drink, ...voucher('7K2M-9XQ4-WQNE') }] },
  event_registered: { kind: 'event_registered', ...place },
  event_waiting: { kind: 'event_waiting', ...place },
  event_promoted: { kind: 'event_promoted', ...place },
  event_reminder: { kind: 'event_reminder', ...place },
  event_changed: {
    kind: 'event_changed',
    ...place,
    revision: 1,
    isWaiting: false,
    before: { startsAt: new Date('2026-12-04T11:30:00Z'), venue: foyer },
  },
  event_withdrawn: { kind: 'event_withdrawn', ...place, revision: 2, isWaiting: false },
  event_restored: { kind: 'event_restored', ...place, revision: 3, isWaiting: false },
  event_message: {
    kind: 'event_message',
    alias: 'backstage-tour',
    name: concert,
    plan,
    subject: { en: 'Bring a coat', tc: '請帶外套', sc: '请带外套' },
    text: {
      en: 'The pier is windy in the evening.\n\nSee you there.',
      tc: '碼頭晚上風大。\n\n到時見。',
      sc: '码头晚上风大。\n\n到时见。',
    },
  },
  event_cancelled: { kind: 'event_cancelled', keepsPlaces: false, reason: null, ...place },
}

/** What the samples leave out: the same kinds with other facts. */
export const otherSamples: readonly Notice[] = [
  { ...mailSamples.address_unproved, code: null },
  { kind: 'tier_ending', tier: 'Gold', next: 'Red', end: yearEnd, keptAt: defaultLevels.Gold },
  { kind: 'tier_renewed', from: 'Gold', tier: 'Gold', end: yearEnd, isEarned: true },
  { kind: 'tier_renewed', from: 'Red', tier: 'Red', end: yearEnd, isEarned: false },
  { kind: 'tier_renewed', from: 'Red', tier: 'Black', end: null, isEarned: false },
  { ...mailSamples.payment_received, bought: 'youth' },
  { ...redemption, place: null, address: ['Flat B', 'Lion Rock Gardens', 'Kowloon City'], vouchers: [] },
  { ...redemption, quantity: 1, place: null, address: null, vouchers: [voucher('7K2M-9XQ4-WQNE')] },
  { ...mailSamples.event_changed, isWaiting: true },
  { ...mailSamples.event_withdrawn, isWaiting: true },
  { ...mailSamples.event_registered, plan: { startsAt: null, venue: { en: '', tc: '', sc: '' } } },
]

/** A mail as it is written from what was stored of it. */
export async function writtenMail(
  { kind, ...facts }: Notice,
  { origin, language, name }: { origin: string; language: Language; name: string | null },
): Promise<Mail> {
  const write = await mailWriter(origin)
  const stored = {
    id: '1',
    message_id: randomUUID(),
    kind,
    facts: JSON.parse(JSON.stringify(facts)),
    recipient: email,
    language,
    name,
    unsubscribe_token: needsConsent(kind) ? token : null,
    created_at: new Date(),
    due_at: null,
    attempts: 0,
    failed_at: null,
    failure: null,
    act_id: null,
  }
  const mail = write(stored)
  if (mail === null) throw new Error(`The facts are not those of ${kind}`)
  return mail
}
