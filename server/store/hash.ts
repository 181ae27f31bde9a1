import { createHash } from 'node:crypto'

/** SHA-256 of a text's UTF-8, in hex: how codes, tokens and request bodies are kept and looked up. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
