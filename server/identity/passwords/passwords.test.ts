import { describe, expect, it } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

const base64url = (text: string, from: BufferEncoding) => Buffer.from(text, from).toString('base64url')

describe('passwords', () => {
  it('verifies the hashed password and rejects every other', async () => {
    const hash = await hashPassword('a long walk to the hall')
    expect(await checkPassword('a long walk to the hall', hash)).toBe(true)
    expect(await checkPassword('a long walk to the Hall', hash)).toBe(false)
    expect(await checkPassword('', hash)).toBe(false)
  })

  it('stores neither the password nor the same hash for the same password twice', async () => {
    const [first, second] = await Promise.all([hashPassword('crescendo'), hashPassword('crescendo')])
    expect(first).not.toContain('crescendo')
    expect(first).not.toBe(second)
  })

  it('accepts a password in any script, in any Unicode normalisation form', async () => {
    const hash = await hashPassword('Ré majeur 音樂會 🎻')
    expect(await checkPassword('Re\u0301 majeur 音樂會 🎻', hash)).toBe(true)
  })

  it('verifies a hash that was made with other cost parameters', async () => {
    // The third test vector of RFC 7914, section 12.
    const key =
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162' +
      '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640'
    const hash = ['scrypt', 1024, 8, 16, base64url('NaCl', 'utf8'), base64url(key, 'hex')].join('$')
    expect(await checkPassword('password', hash)).toBe(true)
    expect(await checkPassword('passwort', hash)).toBe(false)
  })

  it('reports a damaged hash as damaged', async () => {
    await expect(checkPassword('x', 'plain text')).rejects.toThrow('not in a form')
  })
})
