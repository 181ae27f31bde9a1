import { saveFile } from '#src/platform/saveFile.ts'
import styles from './MyConcertsPage.module.css'
import { clefPath, notePath, placeInMonth, type Season, staveLines } from './score.ts'

/** In pixels: upright, as pictures are shared. */
const size = { width: 1080, height: 1350 }
const margin = 96
const inner = size.width - 2 * margin
/** Where the score stands. */
const score = { from: 410, until: 1120 }
/** In units of the score. */
const system = { height: 120, clef: 36, narrowestNote: 32 }
/** In pixels: that of a season of few concerts. */
const largestUnit = 4

/** The mark of `public/icon.svg`: a hall, and who stands in it. Around [0, 0], some 370 wide. */
const mark = {
  hall: 'M-184 104A184 220 0 0 1 184 104A10 10 0 0 1 164.5 107A165 150 0 0 0-164.5 107A10 10 0 0 1-184 104Z',
  light: 'M-49 76a49 49 0 1 1 98 0a49 49 0 1 1-98 0z',
}

/** What is written on the picture. It has no name and no number of the member. */
interface PictureWords {
  title: string
  count: string
  /** The names of the months, by the month. */
  months: ReadonlyMap<string, string>
}

/** How many notes a system has, and how many pixels a unit: as large as all of them can be. */
export function gridOf(notes: number): { perSystem: number; systems: number; unit: number } {
  const grids = Array.from({ length: notes }, (_, index) => {
    const perSystem = index + 1
    const systems = Math.ceil(notes / perSystem)
    const widest = inner / (system.clef + perSystem * system.narrowestNote)
    const highest = (score.until - score.from) / (systems * system.height)
    return { perSystem, systems, unit: Math.min(widest, highest, largestUnit) }
  })
  return grids.reduce((best, grid) => (grid.unit > best.unit ? grid : best))
}

/** Makes a picture of a season on this device, and lets the member share it; where that is not possible, save it. */
export async function shareSeason(season: Season, words: PictureWords): Promise<void> {
  const picture = await drawSeason(season, words)
  if (picture === null) return
  const name = `club-bravo-${season.years.replace('/', '-')}.png`
  const shared = { files: [new File([picture], name, { type: picture.type })] }
  if (navigator.canShare?.(shared)) {
    // Refused, or closed without sharing: the person knows.
    await navigator.share(shared).catch(() => undefined)
  } else saveFile(name, picture)
}

function drawSeason(season: Season, { title, count, months }: PictureWords): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { ...size, className: styles['picture'] })
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // The tokens have values only on the page.
  canvas.dataset['ground'] = 'hall'
  document.body.append(canvas)
  const { backgroundColor, color, borderTopColor: brass, outlineColor: soft, fontFamily } = getComputedStyle(canvas)
  canvas.remove()

  const write = (text: string, [x, y]: readonly [number, number], font: string, fill: string) => {
    context.font = font
    context.fillStyle = fill
    context.fillText(text, x, y)
  }
  const draw = (path: Path2D, [x, y, unit]: readonly [number, number, number], fill: string) => {
    context.setTransform(unit, 0, 0, unit, x, y)
    context.fillStyle = fill
    context.fill(path)
    context.resetTransform()
  }

  context.fillStyle = backgroundColor
  context.fillRect(0, 0, size.width, size.height)
  context.textAlign = 'center'
  const centre = size.width / 2
  const plain = getComputedStyle(document.body).fontFamily
  write(title, [centre, 240], `600 104px ${fontFamily}`, color)
  write(count, [centre, 322], `42px ${plain}`, brass)
  draw(new Path2D(mark.hall), [centre, 1202, 0.24], color)
  draw(new Path2D(mark.light), [centre, 1202, 0.24], brass)
  write('Club Bravo', [centre, 1290], `600 44px ${fontFamily}`, color)

  const { evenings, isOver } = season
  const { perSystem, systems, unit } = gridOf(evenings.length)
  const step = (inner - system.clef * unit) / perSystem
  const start = score.from + (score.until - score.from - systems * system.height * unit) / 2 + 36 * unit
  const bar = (x: number, y: number, width: number) => context.fillRect(x - width, y, width, 40 * unit)
  for (let row = 0; row < systems; row++) {
    const y = start + row * system.height * unit
    const first = margin + system.clef * unit
    const own = evenings.slice(row * perSystem, (row + 1) * perSystem)
    const isEnd = isOver && row === systems - 1
    context.fillStyle = soft
    context.globalAlpha = 0.6
    for (const line of staveLines)
      context.fillRect(margin, y + line * unit - 1, isEnd ? first + own.length * step - margin : inner, 2)
    context.globalAlpha = 1
    draw(new Path2D(clefPath), [margin, y, unit], brass)
    for (const [column, evening] of own.entries()) {
      const index = row * perSystem + column
      const { isFirst, isLast } = placeInMonth(evenings, index)
      const end = first + (column + 1) * step
      draw(new Path2D(notePath(evening)), [end - step / 2, y, unit], color)
      if (isFirst)
        write(months.get(evening.month) ?? '', [end - step / 2, y + 82 * unit], `${12 * unit}px ${plain}`, soft)
      context.fillStyle = color
      if (index < evenings.length - 1) {
        if (isLast) bar(end, y, 2)
      } else if (isOver) {
        bar(end, y, 3 * unit)
        bar(end - 5 * unit, y, 2)
      }
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
