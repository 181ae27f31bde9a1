import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf, recordOf } from '#contract/keysOf.ts'
import { inEachLanguage, noText } from '#contract/language.ts'
import { type RequestOf, staffHeader } from '#contract/endpoint.ts'
import { endpointGroups, endpoints, type Endpoints, type StaffEndpointName } from '#contract/index.ts'
import { contactTexts } from '#contract/staff/members.ts'
import { permissions, type Role, roleNames, roles, stepUpMinutes } from '#contract/staff/roles.ts'
import { newMember } from '#tests/support/members.ts'
import { type SignedInStaff, signedInStaff, staffApi } from '#tests/support/staffApi.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let staff: ReturnType<typeof staffApi>
const inRole = new Map<Role, SignedInStaff>()
beforeAll(async () => {
  api = await testApi()
  staff = staffApi(api)
  for (const role of roleNames) inRole.set(role, await signedInStaff(api, [role]))
})
afterAll(() => api.close())

const cookieOf = (role: Role) => ({ cookie: inRole.get(role)?.cookie ?? '' })

const memberId = randomUUID()
const contact = { ...recordOf(contactTexts, () => ''), country_code: '852', receive_email_promotion: false }
const plan = { startsAt: null, venue: noText, isPublished: true }

/** What each endpoint takes, about nobody and nothing that there is. */
const requests: { [N in StaffEndpointName]: RequestOf<Endpoints[N]> } = {
  staffSession: {},
  today: {},
  searchMembers: { text: 'nobody' },
  memberBooks: { memberId },
  memberTimeline: { memberId },
  adjustPoints: { memberId, kind: 'grant', points: 1, type: 'Bulk Import', reason: 'For a test', isDryRun: true },
  returnRedemption: { memberId, refNo: 'NONE', reason: 'For a test' },
  listApplications: {},
  getApplication: { memberId },
  studentCard: { memberId },
  decideApplication: { memberId, card: null, decision: { event: 'approved' } },
  listParcels: { state: 'ordered' },
  findParcels: { state: 'sent', text: 'nobody' },
  sendParcels: { parcels: [{ refNo: 'NONE', tracking: 'RR1HK' }], isDryRun: false },
  markParcels: { refNos: ['NONE'], state: 'packed', tracking: null },
  putParcelsBack: { refNos: ['NONE'], reason: 'For a test' },
  parcelLabels: { refNos: ['NONE'] },
  countConversions: {},
  exportConversions: {},
  markConversions: { refNos: ['NONE'] },
  recordAirlineAnswers: { answers: [{ refNo: 'NONE', airlineReference: 'CX1' }], isDryRun: false },
  listRefunds: {},
  noteRefund: { payRef: 'none', note: 'By nobody' },
  counterMember: { memberId },
  markVoucher: { code: 'NONE', isUsed: true, takesExpired: false },
  listEvents: {},
  doorEvents: {},
  admitGuest: { alias: 'none', guest: { by: 'text', text: 'nobody' } },
  admitAll: { alias: 'none' },
  eventGuests: { alias: 'none', reason: 'For the door' },
  markAttendance: { refNo: 'NONE', before: 0, attended: 1 },
  cancelGuestRegistration: { refNo: 'NONE', reason: 'For a test' },
  promoteGuest: { refNo: 'NONE', mayExceed: false },
  writeToGuests: {
    alias: 'none',
    to: 'all',
    subject: inEachLanguage(() => 'For a test'),
    text: inEachLanguage(() => 'For a test'),
    isDryRun: true,
  },
  addGuest: { alias: 'none', memberId, quantity: 1, mayExceed: false },
  changeEvent: { alias: 'none', from: plan, to: plan, reason: 'For a test' },
  listContents: {},
  readContent: { group: 'faq', key: 'none' },
  saveContent: { group: 'faq', key: 'none', version: 'none', content: null },
  discardContent: { group: 'faq', key: 'none', version: 'none' },
  publishContent: { group: 'faq', key: 'none', version: 'none' },
  restoreContent: { group: 'faq', key: 'none', act: '0' },
  moveContent: { group: 'faq', key: 'none', direction: 'up' },
  previewContent: { group: 'faq', key: 'none', content: { fields: {}, texts: {} } },
  listPictures: {},
  addPicture: { name: 'none', ending: 'png' },
  importTickets: {
    name: 'none.csv',
    separator: ',',
    columns: ['ticket_no', 'performance_id', 'seat', 'amount'],
    skipsBad: false,
    isDryRun: true,
  },
  correctName: {
    memberId,
    from: { first_name: '', last_name: '', chinese_name: '' },
    to: { first_name: 'Ada', last_name: 'Chan', chinese_name: '' },
    reason: 'For a test',
  },
  correctEmail: { memberId, from: 'a@club.example', to: 'b@club.example', reason: 'For a test' },
  suspendMember: { memberId, isSuspended: true, reason: 'For a test' },
  correctContact: { memberId, from: contact, to: contact, reason: 'For a test' },
  addNote: { memberId, text: 'For a test' },
  removeNote: { noteId: '0' },
  resendMail: { memberId, mail: 'mail 0', reason: 'For a test' },
  endMemberSignIns: { memberId, reason: 'For a test' },
  closeAccountOf: { memberId, isClosed: true, reason: 'For a test' },
  inviteToTier: { memberId, tier: 'Diamond', reason: 'For a test' },
  askAddressChange: { memberId, to: 'b@club.example', proof: 'For a test', reason: 'For a test' },
  confirmAddressChange: { changeId: '0' },
  endAddressChange: { changeId: '0', reason: 'For a test' },
  ticketImports: {},
  undoImport: { importId: '0' },
  unsettledConcerts: {},
  settleConcert: { performanceId: 'none' },
  ticketStory: { ticketNo: 'NONE' },
  returnTicket: { ticketNo: 'NONE', reason: 'For a test', isDryRun: true },
  memberFigures: {},
  pointFigures: { until: '2026-08' },
  expiryFigures: {},
  concertFigures: {},
  eventFigures: {},
  rewardFigures: {},
  joinFigures: {},
  upgradeTokens: {},
  issueUpgrades: { for: 'anyone', kind: 'sc', tier: 'Red', count: 1, days: 1, lang: 'en', isDryRun: true },
  revokeUpgrades: { names: ['0123456789'] },
  listMails: {},
  retryMails: { id: null },
  listActs: {},
  undoActs: { acts: ['0'] },
  listPeople: {},
  inviteStaff: { email: 'nobody@club.example', roles: ['steward'] },
  revokeInvitation: { id: '0' },
  changeRoles: { sub: memberId, before: ['steward'], roles: ['counter'] },
  endStaff: { sub: memberId },
  staffSignIns: { sub: memberId },
  endStaffSignIns: { sub: memberId },
  listKeys: {},
  makeKey: { name: 'Nothing', permission: 'ticket_read' },
  endKey: { id: '0' },
  staffPasskeys: {},
  newStaffPasskey: {},
  addStaffPasskey: { credential: 'none' },
  removeStaffPasskey: { id: 'none' },
}

const names = keysOf(endpointGroups.Staff)

test.each(names)('%s is open to the roles that allow it alone, and its answer is kept nowhere', async (name) => {
  const endpoint = endpoints[name]
  for (const role of roleNames) {
    const { status, body, headers } = await staff.send(endpoint, requests[name], cookieOf(role))
    const isAllowed = roles[role].some((permission) => permission === endpoint.access.staff)
    // There is no card of nobody.
    const done = name === 'studentCard' ? 404 : 200
    const due = isAllowed ? [role, done, undefined] : [role, 403, 'no_permission']
    expect([role, status, body['refusal']]).toEqual(due)
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test.each(names)('%s is refused without a session, with a member’s token, and from another site', async (name) => {
  const endpoint = endpoints[name]
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  const signedOut = { status: 401, body: { refusal: 'signed_out' } }
  for (const headers of [{}, { authorization: `Bearer ${token}` }, { cookie: `__Host-club_staff=${token}` }])
    expect(await staff.send(endpoint, requests[name], headers)).toMatchObject(signedOut)
  const otherSite = { status: 403, body: { refusal: 'other_site' } }
  for (const headers of [{ origin: 'https://elsewhere.test' }, { 'sec-fetch-site': 'cross-site' }])
    expect(await staff.send(endpoint, requests[name], { ...cookieOf('owner'), ...headers })).toMatchObject(otherSite)
})

test('The passkey is asked for again where it has to be, once its last use is five minutes ago', async () => {
  const { sub, cookie } = await signedInStaff(api, ['owner'])
  const usedAgo = (seconds: number) =>
    sql`update staff_sessions set created_at = ${new Date(Date.now() - (stepUpMinutes * 60 + seconds) * 1000)}
      where account_id = ${sub}`.execute(api.db)
  for (const name of names) {
    const endpoint = endpoints[name]
    await usedAgo(5)
    const late = await staff.send(endpoint, requests[name], { cookie })
    const asks = permissions[endpoint.access.staff].stepsUp
    expect([name, late.body['refusal']]).toEqual([name, asks ? 'step_up' : undefined])
    await usedAgo(-60)
    const inTime = await staff.send(endpoint, requests[name], { cookie })
    expect([name, inTime.body['refusal']]).toEqual([name, undefined])
  }
})

test('Whoever serves the club no more is refused at once, and a role that is taken away counts no more', async () => {
  const leaving = await signedInStaff(api, ['owner'])
  const change = (row: { ended_at?: Date; roles?: string[] }) =>
    api.db.updateTable('staff_members').set(row).where('account_id', '=', leaving.sub).execute()
  await change({ roles: ['steward'] })
  const { cookie } = leaving
  const searching = await staff.send(endpoints.searchMembers, { text: 'wong' }, { cookie })
  expect(searching).toMatchObject({ status: 403, body: { refusal: 'no_permission' } })
  await change({ ended_at: new Date() })
  expect(await staff.send(endpoints.staffSession, {}, { cookie })).toMatchObject({ status: 401 })
})

test('Points, corrections, sign-outs, closures, invitations, suspensions, refunds, messages, student cards, upgrades, roles, keys and passkeys ask for the passkey again', () => {
  const asking = keysOf(permissions).filter((name) => permissions[name].stepsUp)
  expect(asking).toEqual([
    'points_adjust',
    'member_correct',
    'sign_ins_end',
    'account_close',
    'tier_invite',
    'member_suspend',
    'address_change',
    'card_view',
    'refund_note',
    'guests_write',
    'ticket_return',
    'upgrade_issue',
    'staff_manage',
    'key_manage',
    'passkey_manage',
  ])
})

test('A body that is no JSON, is too large, or lacks a reason changes nothing', async () => {
  const owner = await signedInStaff(api, ['owner'])
  const { id } = await newMember(api.db)
  const request = { ...requests.adjustPoints, memberId: id, isDryRun: false }
  for (const [wrong, status] of [
    [{ ...request, reason: ' ' }, 422],
    [{ ...request, points: 1.5 }, 422],
    [{ ...request, type: 'Scan ticket' }, 422],
    [{ ...request, reason: 'x'.repeat(5000) }, 413],
  ] as const)
    expect((await staff.send(endpoints.adjustPoints, wrong, { cookie: owner.cookie })).status).toBe(status)
  const { items } = await staff.call(endpoints.memberTimeline, { memberId: id, kind: 'points' }, owner)
  expect(items).toEqual([])
})

test('A page does nothing as somebody else who has signed in since in the same browser', async () => {
  const [first, second] = [await signedInStaff(api, ['owner']), await signedInStaff(api, ['owner'])]
  const asFirst = { [staffHeader]: first.sub }
  const signedOut = { status: 401, body: { refusal: 'signed_out' } }
  expect(await staff.send(endpoints.today, {}, { ...asFirst, cookie: second.cookie })).toMatchObject(signedOut)
  expect(await staff.send(endpoints.today, {}, { ...asFirst, cookie: first.cookie })).toMatchObject({
    status: 200,
  })
})

test('Whoever searches on and on is refused for a while, and told for how long; others go on', async () => {
  const curious = await signedInStaff(api, ['owner'])
  const searching = keysOf(endpointGroups.Staff).filter((name) => 'rate' in endpoints[name])
  const figures = names.filter((name) => endpoints[name].path.startsWith('/api/staff/figures/'))
  expect(searching).toEqual(['searchMembers', 'findParcels', 'ticketStory', ...figures, 'upgradeTokens', 'listMails'])
  for (const name of searching) {
    const search = ({ cookie }: SignedInStaff) => staff.send(endpoints[name], requests[name], { cookie })
    for (let time = 0; time < 30; time += 1) expect((await search(curious)).status).toBe(200)
    const refused = await search(curious)
    expect([name, refused.status, refused.body['refusal']]).toEqual([name, 429, 'too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await search(await signedInStaff(api, ['owner']))).status).toBe(200)
  }
  expect((await staff.send(endpoints.today, {}, { cookie: curious.cookie })).status).toBe(200)
})

test('What names a person or is worth something stands in no address of a call', () => {
  const asked = names.filter((name) => endpoints[name].method === 'GET').map((name) => requests[name])
  const fields = new Set(asked.flatMap((request) => Object.keys(request)))
  expect([...fields].toSorted()).toEqual(['group', 'key', 'memberId', 'state', 'sub', 'ticketNo', 'until'])
})
