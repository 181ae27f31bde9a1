import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startPictures } from './startPictures.ts'

test('Each start picture fills its screen (`npm run make -- pictures` makes them)', async () => {
  for (const { file, width, height, ratio } of startPictures) {
    const picture = await sharp(fileURLToPath(new URL(`../../../public${file}`, import.meta.url))).metadata()
    expect({ file, width: picture.width, height: picture.height }).toEqual({
      file,
      width: width * ratio,
      height: height * ratio,
    })
  }
})
