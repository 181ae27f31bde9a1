import { expect, test } from 'vitest'
import type { ContentGroup } from '#contract/staff/contents.ts'
import { contentOf, copyOf, formOf, isSameForm, momentField, momentText } from './entryForm.ts'

const group: Pick<ContentGroup, 'fields' | 'texts'> = {
  fields: [
    { name: 'stock', isRequired: true, type: { kind: 'number', least: 0, most: 9, step: 1 } },
    { name: 'expiry_date', isRequired: false, type: { kind: 'moment' } },
    { name: 'waiting_list', isRequired: true, type: { kind: 'flag' } },
    { name: 'active', isRequired: false, type: { kind: 'flag' } },
    { name: 'image', isRequired: false, type: { kind: 'picture' } },
    { name: 'slider_images', isRequired: true, type: { kind: 'list', of: { kind: 'picture' } } },
    { name: 'tiers', isRequired: false, type: { kind: 'list', of: { kind: 'choice', options: ['Red', 'Gold'] } } },
    { name: 'options', isRequired: true, type: { kind: 'list', of: { kind: 'number', least: 1, most: 9, step: 1 } } },
  ],
  texts: [{ name: 'name', isRequired: true, kind: 'line' }],
}

const content = {
  fields: {
    stock: 3,
    expiry_date: '2026-12-31T23:59:59+08:00',
    waiting_list: false,
    image: { en: 'rewards/tote', tc: 'rewards/tote-tc' },
    slider_images: ['rewards/a', { en: 'rewards/b', sc: 'rewards/b-sc' }],
    tiers: ['Gold'],
    options: [100, 250],
  },
  texts: { name: { en: 'Tote', tc: '袋', sc: '' } },
}

test('A form that nobody has changed says what the entry says, to the second of its times', () => {
  const form = formOf(group, content)
  expect(contentOf(group, form, null)).toEqual(content)
  expect(isSameForm(form, formOf(group, content))).toBe(true)
})

test('An empty form leaves out what may be absent, and says of a list and a mark that has to be there what it is', () => {
  expect(contentOf(group, formOf(group, null), null)).toEqual({
    fields: { waiting_list: false, slider_images: [], options: [] },
    texts: { name: { en: '', tc: '', sc: '' } },
  })
})

test('What is no number is sent as it was typed, so that the server says what it has to be', () => {
  const form = formOf(group, content)
  const typed = (stock: string) =>
    contentOf(group, { ...form, fields: { ...form.fields, stock } }, content).fields['stock']
  expect([typed(' 12 '), typed('1.5'), typed('many'), typed(' ')]).toEqual([12, 1.5, 'many', undefined])
})

test('A list that is empty stays one, as it means something else than none: nobody, and not everyone', () => {
  const closed = { ...content, fields: { ...content.fields, tiers: [] } }
  const form = formOf(group, closed)
  const renamed = { ...form, texts: { name: { en: 'Bag', tc: '袋', sc: '' } } }
  expect(contentOf(group, renamed, closed).fields['tiers']).toEqual([])
  expect(contentOf(group, renamed, content).fields['tiers']).toBeUndefined()
})

test('A list of numbers has one on each line: a comma makes no two numbers of one', () => {
  const form = formOf(group, content)
  const typed = (options: string) =>
    contentOf(group, { ...form, fields: { ...form.fields, options } }, content).fields['options']
  expect(form.fields['options']).toBe('100\n250')
  expect(typed(' 1250 \r\n\n2500')).toEqual([1250, 2500])
  expect(typed('1,250\n2500')).toEqual(['1,250', 2500])
})

test('A time whose minute is the same keeps its seconds', () => {
  const form = formOf(group, content)
  const typed = (field: string) =>
    contentOf(group, { ...form, fields: { ...form.fields, expiry_date: momentText(field) } }, content).fields
  expect(typed('2026-12-31T23:59')['expiry_date']).toBe('2026-12-31T23:59:59+08:00')
  expect(typed('2026-12-31T23:58')['expiry_date']).toBe('2026-12-31T23:58:00+08:00')
})

const seqOf = (seq: number, taken: number[]) => copyOf({ fields: { seq }, texts: {} }, taken).fields['seq']

test('A copy takes the next free place of its hundred, or another one there', () => {
  expect(seqOf(101, [101, 102, 201])).toBe(103)
  expect(seqOf(199, [199, 100])).toBe(101)
  expect(copyOf(content, [])).toBe(content)
})

test('A time is shown and meant in Hong Kong', () => {
  expect(momentField('2026-12-31T16:00:00Z')).toBe('2027-01-01T00:00')
  expect(momentText('2027-01-01T00:00')).toBe('2027-01-01T00:00:00+08:00')
  expect([momentField(''), momentField('soon'), momentText('')]).toEqual(['', '', ''])
})
