import { afterEach, beforeEach, expect, test } from 'vitest'
import { earlyInput } from '#src/start/earlyInput.ts'

let app: HTMLElement
let presses: string[]

/** What is in the app's element: a link that notes its presses. */
function draw(by: string): HTMLElement {
  app.innerHTML = '<a href="#rewards">Rewards</a>'
  const link = app.querySelector('a') ?? app
  link.addEventListener('click', (event) => {
    event.preventDefault()
    presses.push(by)
  })
  return link
}

const press = (type: 'pointerdown' | 'pointerup' | 'pointercancel', target: HTMLElement) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true }))

beforeEach(() => {
  presses = []
  app = document.createElement('div')
  document.body.append(app)
})
afterEach(() => app.remove())

test('A press that goes on while the app replaces the document presses the app’s own link', () => {
  const input = earlyInput(app)
  press('pointerdown', draw('document'))
  const link = draw('app')
  input.replay()
  press('pointerup', document.body)
  expect(presses).toEqual(['app'])
  // Only that press: the app may well remove what is being pressed.
  press('pointerdown', link)
  draw('later')
  press('pointerup', document.body)
  expect(presses).toEqual(['app'])
})

test('A press whose element stays is the browser’s own, and one that becomes a scroll is none', () => {
  const input = earlyInput(app)
  const link = draw('document')
  press('pointerdown', link)
  press('pointerup', link)
  press('pointerdown', link)
  draw('app')
  press('pointercancel', document.body)
  press('pointerup', document.body)
  input.replay()
  expect(presses).toEqual([])
})
