/**
 * The parts of a QR code that are the same in every code of its size. Source: ISO/IEC 18004, section 6.3 and annex E.
 */

/**
 * How many modules lie between the centre of an outermost alignment pattern, or of the timing pattern, and the code's
 * edge.
 */
const inset = 6

/** The version of a code by its modules along a side, or null if no code has that size. */
export function versionOf(size: number): number | null {
  const version = (size - 17) / 4
  return Number.isInteger(version) && version >= 1 && version <= 40 ? version : null
}

/** Modules along a side. */
function sizeOf(version: number): number {
  return 17 + 4 * version
}

/**
 * Rows (and columns) of modules in which alignment patterns have their centres: none for version 1, seven for version
 * 40.
 */
function alignmentRows(version: number): number[] {
  if (version === 1) return []
  const last = sizeOf(version) - 1 - inset
  const gaps = Math.floor(version / 7) + 1
  // Even distances, as large as fit; the first takes what is left. The standard makes one exception.
  const distance = version === 32 ? 26 : 2 * Math.ceil((last - inset) / (2 * gaps))
  return [inset, ...Array.from({ length: gaps }, (_, at) => last - (gaps - 1 - at) * distance)]
}

/**
 * The centres of the alignment patterns, as [column, row] in modules. Where they would touch a finder pattern, there is
 * none.
 */
export function alignmentCentres(version: number): [column: number, row: number][] {
  const rows = alignmentRows(version)
  const [first, last] = [rows[0], rows.at(-1)]
  const atFinder = (column: number, row: number) =>
    (column === first && (row === first || row === last)) || (column === last && row === first)
  return rows.flatMap((row) =>
    rows.filter((column) => !atFinder(column, row)).map((column): [number, number] => [column, row]),
  )
}

/** The centres of the three finder patterns, as [column, row] in modules. */
export function finderCentres(version: number): [column: number, row: number][] {
  const far = sizeOf(version) - 4
  return [
    [3, 3],
    [far, 3],
    [3, far],
  ]
}

/**
 * Whether a module of a finder pattern, or of the separator around it, is dark.
 *
 * @param ring its distance from the centre: the larger of columns and rows, in modules
 */
export function finderIsDark(ring: number): boolean {
  return ring !== 2 && ring !== 4
}

/** Whether a module of an alignment pattern is dark, by its ring. */
export function alignmentIsDark(ring: number): boolean {
  return ring !== 1
}

/**
 * What every module of a code is known to be, row by row: 1 dark, -1 light, 0 not known. Known are the finder patterns
 * with their separators, the timing patterns and the alignment patterns: they are the same in a mirrored code.
 */
export function knownModules(version: number): Int8Array {
  const size = sizeOf(version)
  const known = new Int8Array(size * size)
  const square = (column: number, row: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let y = Math.max(0, row - reach); y <= Math.min(size - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(size - 1, column + reach); x++) {
        known[y * size + x] = isDark(Math.max(Math.abs(x - column), Math.abs(y - row))) ? 1 : -1
      }
    }
  }
  for (let at = 0; at < size; at++) {
    known[inset * size + at] = at % 2 === 0 ? 1 : -1
    known[at * size + inset] = at % 2 === 0 ? 1 : -1
  }
  for (const [column, row] of alignmentCentres(version)) square(column, row, 2, alignmentIsDark)
  for (const [column, row] of finderCentres(version)) square(column, row, 4, finderIsDark)
  return known
}
