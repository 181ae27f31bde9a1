import { expect, test } from 'vitest'
import { isCommonPassword } from './commonPasswords.ts'

test('Passwords of known breaches are recognised in any case and width, and others are not', async () => {
  for (const known of ['password', 'Baseball', 'QWERTYUIOP', '1234567890', 'ｐａｓｓｗｏｒｄ'])
    expect([known, await isCommonPassword(known)]).toEqual([known, true])
  for (const unknown of ['seven violins and a harp', 'Encore-Bravo-2026', '音樂會音樂會音樂', 'constructor'])
    expect([unknown, await isCommonPassword(unknown)]).toEqual([unknown, false])
})
