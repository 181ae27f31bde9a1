// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'

/** A page that is one large button, and a dialog on it. */
function Stage({ onPress }: { onPress: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={onPress}>
        Behind
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Delete this scan?">
        <button type="button" onClick={() => setIsOpen(false)}>
          Delete
        </button>
      </Dialog>
    </>
  )
}

test('The second tap of a double tap in a dialog presses nothing behind it, and a later press does', async () => {
  let presses = 0
  show(<Stage onPress={() => (presses += 1)} />)
  await page.getByRole('button', { name: 'Delete' }).dblClick()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(presses).toBe(0)
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Behind' }).click()
      return presses
    })
    .toBeGreaterThan(0)
})

/** Two dialogs in turn, whose buttons are at the same place. */
function TwoQuestions({ onConfirm }: { onConfirm: () => void }) {
  const [isSecond, setIsSecond] = useState(false)
  return (
    <>
      <Dialog open={!isSecond} onClose={() => undefined} title="Sign out?">
        <button type="button" onClick={() => setIsSecond(true)}>
          Sign out
        </button>
      </Dialog>
      <Dialog open={isSecond} onClose={() => undefined} title="Discard 2 scans?">
        <button type="button" onClick={onConfirm}>
          Discard
        </button>
      </Dialog>
    </>
  )
}

test('The second tap of a slow double tap, within a second, confirms nothing in the dialog that the first has opened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const confirm = vi.fn<() => void>()
  show(<TwoQuestions onConfirm={confirm} />)
  await expect.poll(() => page.getByRole('button', { name: 'Sign out' }).elements().length).toBe(1)
  press('button', 'Sign out', 10)
  await expect.poll(() => page.getByRole('button', { name: 'Discard' }).elements().length).toBe(1)
  vi.advanceTimersByTime(950)
  press('button', 'Discard', 10)
  expect(confirm).not.toHaveBeenCalled()
  vi.advanceTimersByTime(50)
  press('button', 'Discard', 10)
  expect(confirm).toHaveBeenCalledOnce()
})

/** A button that opens a dialog. */
function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        style={{ position: 'fixed', insetInlineStart: 0, insetBlockStart: 0 }}
        onClick={() => setIsOpen(true)}
      >
        Register now
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Register?">
        <p>Places: 1</p>
      </Dialog>
    </>
  )
}

test('A dialog that Escape closes can be opened again in the same moment', async () => {
  show(<Opener />)
  await page.getByRole('button', { name: 'Register now' }).click()
  const dialog = page.getByRole('dialog')
  const first = await dialog.findElement()
  const reopened = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      press('button', 'Register now', 10)
      resolve()
    }).observe(first, { attributeFilter: ['open'] })
  })
  const closed = new Promise((resolve) => {
    first.addEventListener('close', resolve)
  })
  await userEvent.keyboard('{Escape}')
  await reopened
  await closed
  await expect.element(page.getByText('Places: 1')).toBeVisible()
})

/** A dialog that the page has opened by itself. */
function OpenAtOnce() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <main>
      <h1 tabIndex={-1}>Scan a ticket</h1>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="This doesn’t look like a concert ticket">
        <p>This QR code is a web address.</p>
      </Dialog>
    </main>
  )
}

test('After a dialog that nobody has opened, the focus is on the page’s heading', async () => {
  show(<OpenAtOnce />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'Scan a ticket' })).toHaveFocus()
})

test('A press right after what it had missed was entered is no second tap', async () => {
  const redeem = vi.fn<() => void>()
  show(
    <Dialog open onClose={() => undefined} title="Redeem this reward?">
      <label>
        <input type="checkbox" /> I agree
      </label>
      <button type="button" onClick={redeem}>
        Redeem now
      </button>
    </Dialog>,
  )
  const button = page.getByRole('button', { name: 'Redeem now' })
  await button.click()
  await page.getByRole('checkbox').click()
  await button.click()
  expect(redeem).toHaveBeenCalledTimes(2)
})

test('The second tap of the double tap that opened a dialog neither closes it nor presses in it', async () => {
  show(<Opener />)
  await page.getByRole('button', { name: 'Register now' }).dblClick()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  // Later, a press beside it closes it.
  const beside = { bubbles: true, cancelable: true, clientX: 1, clientY: 1, detail: 1 }
  await expect
    .poll(() => {
      for (const element of dialog.elements()) element.dispatchEvent(new MouseEvent('click', beside))
      return dialog.elements().length
    })
    .toBe(0)
})

test.for([
  ['another press', () => press('note', 'Elsewhere', 300)],
  ['a key', () => dispatchEvent(new KeyboardEvent('keydown'))],
] as const)('After %s, a press at the same place counts, however soon', async ([, act]) => {
  let presses = 0
  show(
    <>
      <Stage onPress={() => (presses += 1)} />
      <div role="note" aria-label="Elsewhere" />
    </>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  press('button', 'Delete', 10)
  press('button', 'Behind', 10)
  expect(presses).toBe(0)
  act()
  press('button', 'Behind', 10)
  expect(presses).toBe(1)
})

/** Clicks at once, sooner than a test's pointer could. */
function press(role: 'button' | 'note', name: string, clientX: number): void {
  const element = page.getByRole(role, { name, includeHidden: true }).element()
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY: 10, detail: 1 }))
}

/** A dialog whose first button is busy once it is pressed. */
function Question() {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog open onClose={() => undefined} title="立即換領？">
      <ButtonRow>
        <Button variant="primary" busy={isBusy} onClick={() => setIsBusy(true)}>
          立即換領
        </Button>
        <Button>取消</Button>
      </ButtonRow>
    </Dialog>
  )
}

const boxes = () => [...document.querySelectorAll('dialog, dialog button')].map((box) => box.getBoundingClientRect())

test('A press moves no button, and a dialog is as wide as a small phone leaves it', async () => {
  await page.viewport(320, 568)
  onTestFinished(() => page.viewport(414, 896))
  show(<Question />, 'tc')
  const before = boxes()
  expect(before[0]?.width).toBe(288)
  await page.getByRole('button', { name: '立即換領' }).click()
  await expect.element(page.getByRole('button', { name: '立即換領' })).toHaveAttribute('aria-busy', 'true')
  await expect.poll(boxes).toEqual(before)
})

const placeOf = (element: Element) => element.getBoundingClientRect()

/** A dialog with an answer that asks for more. */
function GrowingDialog() {
  const [asksForMore, setAsksForMore] = useState(false)
  return (
    <Dialog open onClose={() => undefined} title="Delivery">
      <button type="button" onClick={() => setAsksForMore(true)}>
        By mail
      </button>
      {asksForMore && <p style={{ blockSize: '40rem' }}>Your address</p>}
    </Dialog>
  )
}

test('A dialog that grows stays where it was opened, and within the screen', async () => {
  await page.viewport(390, 600)
  show(<GrowingDialog />)
  const button = page.getByRole('button', { name: 'By mail' })
  const dialog = page.getByRole('dialog')
  await Promise.all((await dialog.findElement()).getAnimations().map(({ finished }) => finished))
  const before = placeOf(await button.findElement())
  expect(before.top).toBeGreaterThan(100)
  await button.click()
  await expect.element(page.getByText('Your address')).toBeInTheDocument()
  expect(placeOf(await button.findElement()).top).toBeCloseTo(before.top, 0)
  expect(placeOf(await dialog.findElement()).bottom).toBeLessThanOrEqual(600)
})
