/** The kinds of files that a student card may be. */
export type StudentCardType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'

/** The largest file, in bytes. */
export const maxStudentCardBytes = 8 * 1024 * 1024

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
