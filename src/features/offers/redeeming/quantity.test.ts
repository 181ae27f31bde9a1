import { expect, test } from 'vitest'
import { quantityLimit, readQuantity, withinLimit } from './quantity.ts'

const reward = (stock: number, max: number | null) => ({ availableQuantityOfRewardItem: stock, each_member_max: max })

test('A member redeems at most what is left of the stock, and of what each member may have', () => {
  expect(quantityLimit(reward(64, 2), 0)).toBe(2)
  expect(quantityLimit(reward(1, 2), 0)).toBe(1)
  expect(quantityLimit(reward(64, 2), 1)).toBe(1)
  expect(quantityLimit(reward(64, 2), 3)).toBe(0)
  expect(quantityLimit(reward(64, null), 9)).toBe(64)
  expect(quantityLimit(reward(5000, null), 0)).toBe(100)
})

test('A typed quantity is corrected to what is possible', () => {
  expect(['2', ' 3 ', '１２', '0'].map(readQuantity)).toEqual([2, 3, 12, 0])
  expect(['', '-1', '1.5', '1e3', 'two'].map(readQuantity)).toEqual([null, null, null, null, null])
  expect(withinLimit(0, 5)).toBe(1)
  expect(withinLimit(9, 5)).toBe(5)
  expect(withinLimit(1, 0)).toBe(1)
})
