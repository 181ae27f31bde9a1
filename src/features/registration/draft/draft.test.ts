import { array, assert, constantFrom, nat, oneof, property, record } from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Form } from '#contract/registration/formTypes.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { FormValues, formValuesOf } from '#contract/registration/profileMapper.ts'
import { forms, stepsOf } from '#contract/registration/registration.ts'
import { profileOf } from '#tests/support/profile.ts'
import { attemptOf, Draft } from './draft.ts'
import { saidBy } from '../submitRegistration.ts'

/** What somebody fills in, and what they may have typed there before. */
const meant: Partial<FormValues> = {
  salutations: 'ms',
  first_name: 'Wing Yan',
  last_name: 'O’Neill-Chan',
  chinese_name: '陳詠欣',
  dob: '1991-05-01',
  gender: 'female',
  country_code: '86',
  mobile: '13800138000',
  house_or_building_estate: '海景大廈',
  district: '灣仔區',
  country: 'hk',
  guardian_name: '陳大文',
  guardian_email: 'parent@club.example',
  guardian_mobile: '51230001',
  school_name: 'Pier Road School',
  school_type: 'secondary_school',
  interest_id: ['concerto', 'pop-music'],
  preferred_lang: 'tc',
  receive_email_promotion: true,
  confirm_email: true,
  consent: true,
}
const mistyped: Partial<FormValues> = {
  first_name: '陳',
  mobile: '1',
  dob: '1991-',
  interest_id: ['concerto'],
  consent: false,
}

type Action =
  | { kind: 'fill' | 'mistype'; index: number }
  /** Another step, another language, or a closed tab: the form is opened again from what the device keeps. */
  | { kind: 'step'; index: number }
  | { kind: 'reopen'; index: number }

const action = record({
  kind: oneof(constantFrom<Action['kind']>('fill', 'fill', 'mistype', 'step', 'reopen')),
  index: nat({ max: 99 }),
})

/** The form as it begins, with or without what the device keeps. */
const begin = (profile: MemberProfile, draft: Draft | null): FormValues => ({
  ...formValuesOf(profile),
  ...draft?.values,
  email: profile.email,
})

/** What the device gives back of a draft. */
function kept(draft: Omit<Draft, 'version' | 'savedAt' | 'writer'>): Draft {
  return v.parse(Draft, structuredClone({ ...draft, version: 1, savedAt: 0, writer: 'this tab' }))
}

const at = <T>(items: readonly T[], index: number) => items[index % items.length]
const profile = profileOf({ first_name: 'null', mobile: null, country_code: null })

/** Fills in one field with what another form has there. */
const put = (into: FormValues, from: Partial<FormValues>, name: string | undefined): FormValues =>
  v.parse(FormValues, { ...into, ...Object.fromEntries(Object.entries(from).filter(([key]) => key === name)) })

/** Goes through the actions, then fills in whatever is still missing, in one order or the other. */
function submitted(form: Form, actions: readonly Action[]): string {
  const names = Object.keys(meant)
  let [values, step, attempt]: [FormValues, Draft['step'], Draft['attempt']] = [begin(profile, null), 'about', null]
  for (const { kind, index } of actions) {
    if (kind === 'fill') values = put(values, meant, at(names, index))
    if (kind === 'mistype') values = put(values, mistyped, at(Object.keys(mistyped), index))
    if (kind === 'step') step = at(stepsOf(form), index) ?? step
    if (kind !== 'reopen') continue
    const draft = kept({ values, step, attempt: attemptOf(saidBy(form, values), attempt) })
    expect(draft.step).toBe(step)
    values = begin(profile, draft)
    attempt = draft.attempt
  }
  for (const name of actions.length % 2 === 0 ? names : names.toReversed()) values = put(values, meant, name)
  return saidBy(form, values)
}

test.each(Object.keys(forms))(
  'Any order of fields, with mistakes, other steps and languages and reloads between them, submits the same: %s',
  (name) => {
    const form = Object.keys(forms).find((one): one is Form => one === name) ?? 'free'
    const expected = submitted(form, [])
    expect(Object.keys(JSON.parse(expected)).length).toBeGreaterThan(4)
    assert(property(array(action, { maxLength: 30 }), (actions) => submitted(form, actions) === expected))
  },
)

test('What was said before is sent with its old key, also after a reload, and anything else with another', () => {
  const first = attemptOf('one', null)
  const { attempt } = kept({ values: begin(profile, null), step: 'contact', attempt: first })
  expect(attemptOf('one', attempt)).toEqual(first)
  expect(attemptOf('two', attempt).key).not.toBe(first.key)
})

test('What was said more than a day ago is another attempt, and so is one of an older version of the app', () => {
  const first = attemptOf('one', null, 1_000_000)
  const day = 24 * 60 * 60 * 1000
  expect(attemptOf('one', first, 1_000_000 + day - 1)).toEqual(first)
  expect(attemptOf('one', first, 1_000_000 + day)).toMatchObject({ said: 'one', at: 1_000_000 + day })
  expect(attemptOf('one', first, 1_000_000 + day).key).not.toBe(first.key)
  const draft = { values: begin(profile, null), step: 'contact', version: 1, savedAt: 0, writer: 'another tab' }
  const { attempt } = v.parse(Draft, { ...draft, attempt: { key: 'older', said: 'one' } })
  expect(attemptOf('one', attempt).key).not.toBe('older')
})
