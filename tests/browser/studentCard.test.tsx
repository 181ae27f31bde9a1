// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { useState } from 'react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FormValues } from '#contract/registration/profileMapper.ts'
import type { CardFile } from '#src/features/registration/studentCard/cardFile.ts'
import { StudentCardField } from '#src/features/registration/studentCard/StudentCardField.tsx'
import { faultsOfStep, useFormState } from '#src/features/registration/useFormState.ts'
import { pdfOf } from '#tests/support/ticketDocuments.ts'

const pdf = () => new File(['%PDF-1.7 Chan Wing Yan'], 'card.pdf', { type: 'application/pdf' })
const html = () => new File(['<html><body>Chan Wing Yan'], 'page.pdf', { type: 'application/pdf' })

/** Shows the field as the form does. Resolves to a function that answers what the form would send. */
function showField(wasChosen = false): () => CardFile | null {
  let sent: CardFile | null = null
  function Form() {
    const [card, setCard] = useState<CardFile | null>(null)
    sent = card
    const given = { id: 'card', label: 'Student card', isRequired: true, error: undefined, card, wasChosen }
    return <StudentCardField {...given} onChange={setCard} />
  }
  show(<Form />)
  return () => sent
}

const control = () => page.getByLabelText(/^Student card/)

function choose(file: File): void {
  const input = control().element()
  if (!(input instanceof HTMLInputElement)) throw new Error('No input')
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A picture whose left half is red and whose right half is blue. */
async function photo(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No context')
  context.fillStyle = 'red'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = 'blue'
  context.fillRect(width / 2, 0, width / 2, height)
  return await canvas.convertToBlob({ type, quality: 0.95 })
}

/** The same JPEG with an EXIF orientation. Source: Exif 2.3, 4.6: one entry, 0x0112, a SHORT. */
async function turned(jpeg: Blob, orientation: number): Promise<File> {
  const exif = [0xff, 0xe1, 0, 0x22, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1]
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  return new File([bytes.slice(0, 2), new Uint8Array([...exif, ...entry]), bytes.slice(2)], 'IMG_0001.JPG')
}

/** The colour of a pixel, by its place from 0 to 1. */
async function colourAt(content: Blob, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const bitmap = await createImageBitmap(content)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  if (!context) throw new Error('No context')
  context.drawImage(bitmap, 0, 0)
  const [red = 0, , blue = 0] = context.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data
  if (red > 200 && blue < 60) return 'red'
  return blue > 200 && red < 60 ? 'blue' : 'other'
}

test('A photo is scaled down, stands the right way up, and says nothing of where it was taken', async () => {
  const sent = showField()
  choose(await turned(await photo(3000, 1500, 'image/jpeg'), 6))
  await expect.element(page.getByRole('img', { name: 'Your student card' })).toBeVisible()
  await expect.element(page.getByText('IMG_0001.JPG')).toBeVisible()
  const card = sent()
  if (card === null) throw new Error('No card')
  expect(card.type).toBe('image/jpeg')
  const { width, height } = await createImageBitmap(card.content)
  expect([width, height]).toEqual([1200, 2400])
  expect([await colourAt(card.content, 0.5, 0.2), await colourAt(card.content, 0.5, 0.8)]).toEqual(['red', 'blue'])
  expect(await card.content.text()).not.toContain('Exif')
})

test.each(['image/png', 'image/webp'])('A small picture as %s keeps its size', async (type) => {
  const sent = showField()
  choose(new File([await photo(640, 480, type)], 'card'))
  await expect.element(page.getByRole('img', { name: 'Your student card' })).toBeVisible()
  const { width, height } = await createImageBitmap(sent()?.content ?? new Blob())
  expect([width, height]).toEqual([640, 480])
})

test('A PDF shows its name and size, and can be replaced and removed by keyboard', async () => {
  const sent = showField()
  choose(pdf())
  await expect.element(page.getByText('card.pdf')).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Your student card is attached.')
  expect(await sent()?.content.text()).toContain('Chan Wing Yan')
  choose(new File([await photo(64, 48, 'image/png')], 'other.png'))
  await expect.element(page.getByText('other.png')).toBeVisible()
  expect(page.getByText('card.pdf').elements()).toEqual([])
  const remove = page.getByRole('button', { name: 'Remove' }).element()
  if (remove instanceof HTMLElement) remove.focus()
  await userEvent.keyboard('{Enter}')
  expect(sent()).toBeNull()
  await expect.element(control()).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent('Your student card was removed.')
})

test('HTML called .pdf, a phone’s HEIC, an empty file, 60 MB, a damaged picture and a PDF with a password are each refused in words, and the card stays', async () => {
  const sent = showField()
  choose(pdf())
  await expect.element(page.getByText('card.pdf')).toBeVisible()
  const damaged = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])
  const refused: [File, string][] = [
    [html(), 'We can’t open this file. Choose a photo (JPEG, PNG or WebP) or a PDF.'],
    [
      new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(40)], 'IMG_0001.HEIC'),
      'This browser can’t open HEIC photos. Take a photo of the card here, or save this one as a JPEG and choose that.',
    ],
    [new File([], 'card.jpg'), 'This file is empty. Choose another one.'],
    [
      new File([new Blob([new Uint8Array(60 * 1024 * 1024)])], 'card.jpg'),
      'This file is too large. Choose a photo of up to 40 MB or a PDF of up to 5 MB.',
    ],
    [
      new File([damaged], 'card.jpg'),
      'This file is damaged or no longer there. Choose another one, or take a new photo.',
    ],
    [
      new File([pdfOf([null], { encryption: 'password' })], 'card.pdf'),
      'This PDF is password-protected. Choose one that opens without a password, or a photo.',
    ],
  ]
  for (const [file, sentence] of refused) {
    choose(file)
    await expect.element(control()).toHaveAccessibleDescription(expect.stringContaining(sentence))
    await expect.element(control()).toBeInvalid()
    await expect.element(page.getByText(sentence)).toBeVisible()
  }
  expect(sent()?.name).toBe('card.pdf')
  choose(pdf())
  await expect.element(control()).not.toBeInvalid()
})

/** Drops a PDF. Returns whether the page keeps the browser from opening it. */
function dropOn(target: EventTarget): boolean {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(pdf())
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

test('A dropped file is taken; one that misses the field does not replace the page', async () => {
  const sent = showField()
  expect(dropOn(document.body)).toBe(true)
  expect(sent()).toBeNull()
  expect(dropOn(control().element())).toBe(true)
  await expect.element(page.getByText('card.pdf')).toBeVisible()
  expect(sent()?.name).toBe('card.pdf')
})

test('After a reload the field says that the card has to be chosen again, until it is', async () => {
  showField(true)
  const again = page.getByText('Choose it again: for your privacy, this device doesn’t keep it.')
  await expect.element(again).toBeVisible()
  choose(pdf())
  await expect.element(page.getByText('card.pdf')).toBeVisible()
  expect(again.elements()).toEqual([])
})

const check = (given: Parameters<typeof faultsOfStep>[3]) => faultsOfStep('ya', 'school', 'Black', given)

test('What is corrected while a card is being read stays corrected', async () => {
  const reading = Promise.withResolvers<void>()
  const card: CardFile = { name: 'card.pdf', type: 'application/pdf', content: pdf() }
  function Form() {
    const state = useFormState(v.parse(FormValues, {}), check)
    return (
      <>
        <button type="button" onClick={() => state.show(check(state))}>
          Check
        </button>
        <button type="button" onClick={() => void reading.promise.then(() => state.attach(card))}>
          Attach
        </button>
        <label>
          School
          <input
            value={state.values.school_name}
            onChange={({ target }) => state.change('school_name', target.value)}
          />
        </label>
        <output>{state.faults.map(({ field }) => field).join(', ')}</output>
      </>
    )
  }
  show(<Form />)
  await userEvent.click(page.getByRole('button', { name: 'Check' }))
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('school_type, school_name, _student_card_base64, confirm_email, consent')
  await userEvent.click(page.getByRole('button', { name: 'Attach' }))
  await userEvent.fill(page.getByLabelText('School'), 'Harbour View')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('school_type, _student_card_base64, confirm_email, consent')
  reading.resolve()
  await expect.element(page.getByRole('status')).toHaveTextContent('school_type, confirm_email, consent')
})
