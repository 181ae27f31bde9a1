import { expect, test } from 'vitest'
import { cardDigest, type CardProblem, fileSize, readCardFile } from './cardFile.ts'
import { fittedSize } from './drawPicture.ts'

const pdf = '%PDF-1.7 Chan Wing Yan'
const megabyte = 1024 * 1024
const sizedPdf = (size: number) => new File([pdf, new Uint8Array(size - pdf.length)], 'card.pdf')

test('A PDF of up to 5 MB is a card, whatever it is called', async () => {
  const reading = await readCardFile(new File([pdf], 'card.html', { type: 'text/html' }))
  expect(reading).toMatchObject({ kind: 'read', card: { name: 'card.html', type: 'application/pdf' } })
  expect(reading.kind === 'read' && (await reading.card.content.text())).toBe(pdf)
  expect((await readCardFile(sizedPdf(5 * megabyte))).kind).toBe('read')
})

test('Empty files and those that are too large are refused before anything opens them', async () => {
  const kinds: [File, CardProblem][] = [
    [new File([], 'card.jpg'), 'empty'],
    [sizedPdf(5 * megabyte + 1), 'too_large'],
    [new File([new Uint8Array(60 * megabyte)], 'card.jpg'), 'too_large'],
  ]
  for (const [file, kind] of kinds) expect(await readCardFile(file)).toEqual({ kind })
})

test('A file that was removed after it was chosen is told, not thrown', async () => {
  const gone = new File([pdf], 'card.pdf')
  gone.slice = () => {
    throw new DOMException('The file is gone', 'NotFoundError')
  }
  expect(await readCardFile(gone)).toEqual({ kind: 'broken' })
})

test('Pictures are drawn at up to 2400 pixels a side, in their own proportions, and never enlarged', () => {
  expect(fittedSize({ width: 4032, height: 3024 })).toEqual({ width: 2400, height: 1800 })
  expect(fittedSize({ width: 3024, height: 4032 })).toEqual({ width: 1800, height: 2400 })
  expect(fittedSize({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
  expect(fittedSize({ width: 30_000, height: 2 })).toEqual({ width: 2400, height: 1 })
})

test('Sizes are in kB and MB', () => {
  expect([1, 340_400, 1_234_567].map(fileSize)).toEqual(['1 kB', '340 kB', '1.2 MB'])
})

test('Cards are told apart by their content', async () => {
  const digests = await Promise.all(
    [pdf, pdf, `${pdf} `].map((text) =>
      cardDigest({ name: 'card.pdf', type: 'application/pdf', content: new Blob([text]) }),
    ),
  )
  expect(digests[0]).toBe(digests[1])
  expect(digests[0]).not.toBe(digests[2])
})
