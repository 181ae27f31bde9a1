export type Encoding = 'br' | 'gzip' | 'identity'

export function preferredEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  return header.includes('br') ? 'br' : header.includes('gzip') ? 'gzip' : 'identity'
}
