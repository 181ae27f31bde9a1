import { createHash } from 'node:crypto'

/**
 * SHA-256 of a string's UTF-8 bytes, in hex: the form in which codes, tokens and request bodies are stored and looked
 * up.
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
