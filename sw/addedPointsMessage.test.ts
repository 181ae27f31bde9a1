import { expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { addedPointsMessage } from './addedPointsMessage.ts'

test('Added points are announced in three languages, in the singular, and with thousands that can be read', () => {
  expect(languages.map((lang) => addedPointsMessage(1280, lang))).toEqual([
    '1,280 points added',
    '已存入 1,280 積分',
    '1,280 积分已到账',
  ])
  expect(addedPointsMessage(1, 'en')).toBe('1 point added')
})
