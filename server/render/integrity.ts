import { createHash } from 'node:crypto'

/**
 * The hash by which a browser checks a file that it fetches, or an inline script. Source: Subresource Integrity, 3.1.
 */
export function integrityOf(file: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(file).digest('base64')}`
}
