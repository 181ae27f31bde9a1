import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { seatLabel } from './seatLabel.ts'
import { messages } from '#src/i18n/locales/members/tc.po'

const i18n = setupI18n({ locale: 'tc', messages: { tc: messages } })

it.each([
  ['Stalls A20', '堂座 A20'],
  ['Balcony C21', '樓座 C21'],
  ['Balcony', '樓座'],
  ['Upper Balcony A1', 'Upper Balcony A1'],
  ['堂座 A20', '堂座 A20'],
  ['Row 7, Seat 3', 'Row 7, Seat 3'],
  ['', ''],
])('the seat “%s” is shown as “%s” in Chinese', (seat, shown) => {
  expect(seatLabel(seat, i18n)).toBe(shown)
})
