/** The kinds of files that a student card may be. */
export type StudentCardType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'

/** The largest file, in bytes: a photo is drawn smaller before it is sent, a PDF is not. */
export const maxStudentCardBytes = 5 * 1024 * 1024

/** How many bytes of a file show its kind. */
export const signatureBytes = 16

/** The bytes that files of each kind begin with; null for any byte. */
const beginnings: readonly { type: StudentCardType; bytes: readonly (number | null)[] }[] = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/webp', bytes: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50] },
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
]

/** The kind of a file by its content, whatever it is called; null for any other file. */
export function studentCardType(file: Uint8Array): StudentCardType | null {
  const found = beginnings.find(({ bytes }) => bytes.every((byte, index) => byte === null || file[index] === byte))
  return found?.type ?? null
}

/** The names of HEIC, the format of phones' photos, at its place in the file. Source: ISO/IEC 23008-12, 10. */
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/** Whether a file is a HEIC photo, which most browsers cannot open. */
export function isHeic(file: Uint8Array): boolean {
  const text = String.fromCodePoint(...file.subarray(4, 12))
  return text.startsWith('ftyp') && heicBrands.has(text.slice(4))
}
