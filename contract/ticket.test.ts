import { expect, test } from 'vitest'
import { pointsOfTicket } from './ticket.ts'

test('A ticket gives one point for each whole dollar of its price', () => {
  expect([0, 0.99, 1, 380, 380.5, 1280.99].map(pointsOfTicket)).toEqual([0, 0, 1, 380, 380, 1280])
})
