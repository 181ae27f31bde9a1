import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FieldName } from '#contract/registration/profileTable.ts'
import { endpoints } from '#contract/index.ts'
import { fieldMessages } from '#contract/errors.ts'
import { FormValues, profileUpdateOf } from '#contract/registration/profileMapper.ts'
import { checkStep, fieldsOf, stepsOf } from '#contract/registration/registration.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let member: { id: string; email: string; token: string }
beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
  await importFiles(api.db, {
    ...validFiles(),
    'countries/entries.json': '[{ "key": "hk", "country_code": "852" }]',
    'countries/en.md': '# hk\n## name\nHong Kong\n',
  })
})
beforeEach(async () => {
  const { id, email } = await newMember(api.db)
  // The tests' members have numbers in their names, which no form takes.
  await api.db.updateTable('members').set({ first_name: 'Ada' }).where('id', '=', id).execute()
  member = { id, email, token: await api.signIn(id) }
})
afterAll(() => api.close())

/** What people, their keyboards and attackers put into a text field. */
const inputs = {
  empty: '',
  spaces: ' \t\u3000 ',
  'the text "null"': 'null',
  'too long': 'a'.repeat(300),
  'too many digits': '5'.repeat(40),
  emoji: '🎻',
  'an emoji of several': 'Ada 👩‍🎤',
  Chinese: '陳大文',
  'Chinese beyond the basic plane': '𠮷㐂',
  Cyrillic: 'Анна',
  'a combining accent': 'Zoe\u0308',
  'full-width digits': '５１２３４５６７',
  'Arabic-Indic digits': '٥١٢٣٤٥٦٧',
  'full-width letters': 'Ａｄａ',
  digits: '51234567',
  'a script': '<script>alert(1)</script>',
  'an attribute': '" onfocus=alert(1) x="',
  'a handler': '<img src=x onerror=alert(1)>',
  SQL: "'; drop table members; --",
  'a bidi override': 'Ada\u202Ecba',
  'bidi isolates': '\u2066陳\u2069',
  'invisible marks': '\u200B\uFEFFAda\u00AD',
  'a line break': 'Ada\nChan',
  'a null character': 'Ada\u0000',
  'half a character': 'Ada\uD800',
  'an address': 'ada@club.example',
  'a path': '../../etc/passwd',
}

/** The text fields of the forms that a member without a card of a school fills in. */
const fields = [
  ...fieldsOf('ya', 'about'),
  ...fieldsOf('ya', 'contact'),
  'preferred_lang',
  'school_type',
  'school_name',
] as const
const stored = () => api.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
const send = (update: object) => api.call(endpoints.updateProfile, update, { token: member.token, key: randomUUID() })

/** Contents only the server knows, and the member's own address. */
const knownToServer = new Set<FieldName>(['country', 'email'])

/** What the page says about a value: the sentence that the server would answer, or nothing. */
function saidByPage(field: FieldName, update: object): string | null {
  const form = stepsOf('ya').find((step) => fieldsOf('ya', step).includes(field)) === undefined ? 'free' : 'ya'
  const step = stepsOf(form).find((one) => fieldsOf(form, one).includes(field)) ?? 'about'
  const fault = checkStep(form, step, 'Black', update).find((one) => one.field === field)
  return fault === undefined || fault.kind === 'required' ? null : fieldMessages[fault.kind](field)
}

/** No control or invisible characters, or spaces that nobody meant. Markup is a text like any other. */
const clean = /^(?! )(?!.* {2})\P{C}{1,254}(?<! )$/u

/** What the form sends for a typed value: a country code and a mobile number go together. */
function updateWith(field: FieldName, input: string) {
  const pair: FieldName[] = ['country_code', 'mobile']
  const named = pair.includes(field) ? pair : [field]
  const typed = { country_code: '852', mobile: '51230001', [field]: input }
  return profileUpdateOf(v.parse(FormValues, typed), named)
}

/**
 * What goes wrong with an input: page and server disagree, a refused value is stored, or an accepted one is stored raw.
 */
async function complaintsAbout(field: FieldName, input: string): Promise<string[]> {
  const before = await stored()
  const update = updateWith(field, input)
  const { status, body } = await send(update)
  const errors = new Map(Object.entries(Object(body['errors'])))
  const answered = errors.has(field) ? String(errors.get(field)) : null
  const said = saidByPage(field, update)
  const after = await stored()
  const value: unknown = new Map<string, unknown>(Object.entries(after)).get(field)
  const isRaw = typeof value === 'string' && !clean.test(value)
  const isStored = JSON.stringify(after) !== JSON.stringify(before)
  return [
    ...(said === answered || (said === null && knownToServer.has(field)) ? [] : [`page: ${said}, server: ${answered}`]),
    ...(status === (answered === null ? 200 : 422) ? [] : [`status ${status}`]),
    ...(status === 422 && isStored ? ['it was refused, and something was stored'] : []),
    ...(isRaw ? [`stored as ${JSON.stringify(value)}`] : []),
  ]
}

describe('Bad input is refused by page and server alike, or stored clean:', () => {
  test.each(fields)('%s', async (field) => {
    for (const [name, input] of Object.entries(inputs))
      expect([name, await complaintsAbout(field, input)]).toEqual([name, []])
  })
})
