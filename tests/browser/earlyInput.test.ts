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

/** An event of the mouse over an element, or of a finger. */
function press(type: 'pointerdown' | 'pointerup', target: HTMLElement, facts: PointerEventInit = {}): void {
  const { x, y, width, height } = target.getBoundingClientRect()
  const at = { clientX: x + width / 2, clientY: y + height / 2 }
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', ...at, ...facts }))
}

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
  press('pointerup', link)
  expect(presses).toEqual(['app'])
  // Only that press: the app may well remove what is being pressed.
  press('pointerdown', link)
  press('pointerup', draw('later'))
  expect(presses).toEqual(['app'])
})

test('What the browser presses itself, and what is no plain press of that link, is left alone', () => {
  const input = earlyInput(app)
  const link = draw('document')
  press('pointerdown', link)
  press('pointerup', link)
  for (const other of [{ pointerType: 'touch' }, { button: 2 }, { ctrlKey: true }]) {
    press('pointerdown', draw('document'), other)
    press('pointerup', draw('app'), other)
  }
  press('pointerdown', draw('document'))
  draw('app')
  // Off the link, to take the press back.
  press('pointerup', document.body, { clientX: 600, clientY: 400 })
  input.replay()
  expect(presses).toEqual([])
})
