import { expect, test } from 'vitest'
import { copyWith, mistakes } from './spending/mistakes.ts'

test('Each mistake still applies to the server’s code', async () => {
  for (const mistake of Object.values(mistakes)) {
    const { remove } = await copyWith(mistake)
    await expect(remove()).resolves.toBeUndefined()
  }
})
