import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { FieldType } from '#contract/staff/contents.ts'
import { describeGroup } from './describe.ts'
import { groupNames, groups } from './groups.ts'

const typeOf = (group: (typeof groupNames)[number], field: string) =>
  describeGroup(group).fields.find(({ name }) => name === field)

test('A form learns from a group’s table what each field takes, whether it is required, and what can be chosen', () => {
  expect(typeOf('rewards', 'stock')).toEqual({
    name: 'stock',
    isRequired: true,
    type: { kind: 'number', least: 0, most: 2_147_483_647, step: 1 },
  })
  expect(typeOf('rewards', 'expiry_date')).toMatchObject({ isRequired: false, type: { kind: 'moment' } })
  expect(typeOf('rewards', 'delivery_methods')?.type).toMatchObject({ kind: 'list', of: { kind: 'choice' } })
  expect(typeOf('rewards', 'slider_images')?.type).toEqual({ kind: 'list', of: { kind: 'picture' } })
  expect(typeOf('rewards', 'voucher_validity')?.type).toEqual({ kind: 'validity' })
  expect(typeOf('events', 'waiting_list')).toMatchObject({ isRequired: true, type: { kind: 'flag' } })
  expect(typeOf('opening_hours', 'from')?.type).toEqual({ kind: 'time' })
  expect(typeOf('campaigns', 'external_url')?.type).toEqual({ kind: 'address' })
  expect(typeOf('countries', 'country_code')?.type).toEqual({ kind: 'line' })
  expect(typeOf('miles_config', 'options')?.type).toMatchObject({ kind: 'list', of: { kind: 'number', least: 1 } })
  expect(describeGroup('membership_cards').keys).toEqual(['Black', 'Red', 'Gold', 'Diamond'])
  expect(describeGroup('faq')).toMatchObject({
    keys: null,
    texts: [
      { name: 'name', kind: 'line', isRequired: true },
      { name: 'content', kind: 'markdown', isRequired: true },
    ],
  })
})

/** A value that a form of this type makes. */
function madeBy(type: FieldType): unknown {
  switch (type.kind) {
    case 'line':
      return '852'
    case 'address':
      return 'https://club.example/'
    case 'number':
      return type.least
    case 'flag':
      return true
    case 'choice':
      return type.options[0]
    case 'moment':
      return '2026-12-31T20:00:00+08:00'
    case 'time':
      return '09:30'
    case 'validity':
      return '60 days'
    case 'picture':
      return 'rewards/tote'
    case 'list':
      return [madeBy(type.of)]
  }
}

test('What a form makes of a description is what the field takes, in every group', () => {
  for (const name of groupNames) {
    const made = Object.fromEntries(describeGroup(name).fields.map((field) => [field.name, madeBy(field.type)]))
    expect([name, v.safeParse<v.GenericSchema>(groups[name].fields, made).issues]).toEqual([name, undefined])
  }
})
