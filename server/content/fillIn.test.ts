import { expect, test } from 'vitest'
import { fillIn } from './fillIn.ts'

test('The fee that the club charges stands wherever editors name it', () => {
  const entry = { id: '1', group: 'faq', key: 'fee', position: 0, fields: {} }
  const texts = { content: { en: 'HK${fee} a year: HK${fee}', tc: '年費 {fee} 元' }, name: { en: 'Fee' } }
  expect(fillIn({ entries: [{ ...entry, texts }], images: [], version: '1' }, { redFee: 1200 }).entries).toEqual([
    { ...entry, texts: { content: { en: 'HK$1,200 a year: HK$1,200', tc: '年費 1,200 元' }, name: { en: 'Fee' } } },
  ])
})
