import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { bends, drawBentTicket, type Bend } from '#tests/support/bentTickets.ts'
import { sized } from './size.ts'

/** A picture of a code: its path below the folder of pictures, and the text that it holds. */
export interface Picture {
  file: string
  text: string
}

/** Pictures that are measured together. `bar`: how many of them have to be read. */
export interface Series {
  name: string
  pictures: Picture[]
  bar: number
}

const bentTickets = sized(60, 2)
/** How many have to be read; 12 and 28 were before bent codes were flattened. */
const bentBars: Record<Bend, number> = { rolled: 32, crumpled: 43 }

/** What is done to the photographs, and how many of the 171 were read before bent codes were flattened. */
const damages: readonly { name: string; bar: number; change: (photo: Sharp, width: number) => Sharp }[] = [
  { name: 'shrunk to 0.5', bar: 142, change: (photo, width) => photo.resize(Math.round(width * 0.5)) },
  { name: 'shrunk to 0.4', bar: 120, change: (photo, width) => photo.resize(Math.round(width * 0.4)) },
  { name: 'blurred', bar: 112, change: (photo) => photo.blur(2) },
]

/** Draws rolled and crumpled tickets, whose codes are of version 11, into a folder. */
export async function drawBentSeries(folder: string): Promise<Series[]> {
  const series: Series[] = []
  for (const bend of bends) {
    const pictures: Picture[] = []
    for (let seed = 1; seed <= bentTickets; seed++) {
      const text = `TICKET-${seed}.${'Q2x1YiBCcmF2bw'.repeat(16)}`
      const { width, height, pixels } = drawBentTicket(text, bend, seed)
      const file = `${bend}/${seed}.png`
      await save(sharp(pixels, { raw: { width, height, channels: 1 } }), join(folder, file))
      pictures.push({ file, text })
    }
    series.push({ name: `Tickets of version 11, ${bend}`, pictures, bar: bentBars[bend] })
  }
  return series
}

/** Puts photographs into a folder: as they are, in `given`, then shrunk and blurred. */
export async function damagePhotographs(from: string, photos: readonly Picture[], folder: string): Promise<Series[]> {
  await symlink(from, join(folder, 'given'))
  const series: Series[] = []
  for (const [at, { name, bar, change }] of damages.entries()) {
    const pictures: Picture[] = []
    for (const { file: original, text } of photos) {
      const photo = sharp(join(from, original))
      const { width } = await photo.metadata()
      const file = `damaged-${at}/${original}.png`
      await save(change(photo, width), join(folder, file))
      pictures.push({ file, text })
    }
    series.push({ name: `Photographs ${name}`, pictures, bar })
  }
  return series
}

async function save(picture: Sharp, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await picture.png().toBuffer())
}
