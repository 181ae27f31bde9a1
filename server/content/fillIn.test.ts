import { expect, test } from 'vitest'
import { fillIn } from './fillIn.ts'

test('The fee stands wherever a text names it, with thousands apart; all else is as it was', () => {
  const answer = { faq: [{ seq: 1, icon: null, content: { en: 'HK${fee} a year: HK${fee}', tc: '年費 {fee} 元' } }] }
  expect(fillIn(answer, { redFee: 1200 })).toEqual({
    faq: [{ seq: 1, icon: null, content: { en: 'HK$1,200 a year: HK$1,200', tc: '年費 1,200 元' } }],
  })
})
