// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Gauge } from '#src/ui/content/Gauge.tsx'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Toasts } from '#src/ui/overlays/Toasts.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'

function Asking() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Redeem</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Redeem?">
        <Button>Yes</Button>
      </Dialog>
    </>
  )
}

function When({ selfOpening }: { selfOpening: boolean }) {
  return (
    <Disclosure title="When?" selfOpening={selfOpening}>
      <p>Within a day</p>
    </Disclosure>
  )
}

function Search() {
  const [text, setText] = useState('miles')
  return <SearchField label="Search" value={text} onChange={setText} />
}

const named = (role: 'button' | 'dialog' | 'menuitem' | 'radio', name: string) => page.getByRole(role, { name })

test('A dialog traps the focus, closes with Escape, and returns the focus', async () => {
  const place = show(<Asking />)
  await named('button', 'Redeem').click()
  await expect.element(named('dialog', 'Redeem?')).toBeVisible()
  for (let press = 0; press < 4; press += 1) await userEvent.tab()
  const focused = document.activeElement
  expect(focused === document.body || place.querySelector('dialog')?.contains(focused)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(named('button', 'Redeem')).toHaveFocus()
  expect(place.querySelector('dialog')).toBeNull()
})

test('The keyboard, an address with its anchor, and a search in the page open a disclosure', async () => {
  const place = show(
    <Disclosure id="points-when" title="When?">
      <p>Within a day</p>
    </Disclosure>,
  )
  const body = await vi.waitUntil(() => place.querySelector('#points-when-body'), { timeout: 20_000 })
  await expect.poll(() => body.getAttribute('hidden')).toBe('until-found')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('Within a day')).toBeVisible()
  await expect.element(named('button', 'When?')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard(' ')
  await expect.poll(() => body.hasAttribute('hidden')).toBe(true)
  location.hash = 'points-when'
  await expect.element(page.getByText('Within a day')).toBeVisible()
  location.hash = ''
  await named('button', 'When?').click()
  await expect.poll(() => body.hasAttribute('hidden')).toBe(true)
  body.dispatchEvent(new Event('beforematch', { bubbles: true }))
  await expect.element(named('button', 'When?')).toHaveAttribute('aria-expanded', 'true')
})

test('A disclosure that opened automatically closes again with its cause, unless the reader has opened it', async () => {
  const button = named('button', 'When?')
  const place = show(<When selfOpening={false} />)
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  show(<When selfOpening />)
  await expect.element(page.getByText('Within a day')).toBeVisible()
  show(<When selfOpening={false} />)
  await expect.poll(() => place.querySelector('[hidden=until-found]')).not.toBeNull()

  show(<When selfOpening />)
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  show(<When selfOpening={false} />)
  show(<When selfOpening />)
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')

  await button.click()
  await button.click()
  show(<When selfOpening={false} />)
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
})

test('A field describes its error, and cards are radio buttons with their explanation', async () => {
  show(
    <>
      <TextField label="Email" hint="We write when points arrive." error="Write it like name@example.org." />
      <RadioCards
        legend="Delivery"
        name="way"
        value="mail"
        onChange={() => undefined}
        options={[
          { value: 'mail', title: 'By post', description: 'Within a week' },
          { value: 'pickup', title: 'Pick-up' },
        ]}
      />
    </>,
  )
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect
    .element(email)
    .toHaveAccessibleDescription('We write when points arrive. Write it like name@example.org.')
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(named('radio', 'By post')).toHaveAccessibleDescription('Within a week')
})

test('The button and Escape clear a search field, and the focus returns to the field', async () => {
  show(<Search />)
  await named('button', 'Clear search').click()
  const input = page.getByRole('searchbox', { name: 'Search' })
  await expect.element(input).toHaveFocus()
  await expect.element(input).toHaveValue('')
  await userEvent.keyboard('cup{Escape}')
  await expect.element(input).toHaveValue('')
})

test('A full gauge also says so in text', async () => {
  show(
    <>
      <Gauge label="Tickets" value={3} full={4} />
      <Gauge label="Points" value={4} full={4} />
    </>,
  )
  await expect.element(page.getByText('Full')).toBeVisible()
  await expect.element(page.getByRole('meter', { name: 'Tickets' })).toHaveAttribute('aria-valuetext', '3 of 4')
  await expect.element(page.getByRole('meter', { name: 'Points' })).toHaveAttribute('aria-valuetext', '4, full')
})

test('A message is announced, and F6 moves to it and to its button', async () => {
  show(<Toasts />)
  showToast({ title: 'Saved', body: 'It will be sent.' })
  await expect.element(page.getByRole('region', { name: 'Messages' })).toBeVisible()
  await expect.element(page.getByText('It will be sent.').first()).toBeVisible()
  await userEvent.keyboard('{F6}')
  await expect.element(named('button', 'Close')).toBeVisible()
  await named('button', 'Close').click()
  await expect.poll(() => document.querySelectorAll('[data-type="info"]').length).toBe(0)
})

test('A second press on the buttons of a dialog within a second does nothing, a later press works', async () => {
  const pressed = vi.fn<(name: string) => void>()
  show(
    <Dialog open onClose={() => pressed('close')} title="Redeem?">
      <Button onClick={() => pressed('yes')}>Yes</Button>
      <a href="#elsewhere">Read the terms</a>
    </Dialog>,
  )
  const dialog = named('dialog', 'Redeem?').element()
  const press = (selector: string) => dialog.querySelector<HTMLElement>(selector)?.click()
  const yes = 'button:not([aria-label])'
  press(yes)
  press(yes)
  press('a')
  press('[aria-label]')
  expect(pressed.mock.calls).toEqual([['yes']])
  expect(location.hash).toBe('')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  press(yes)
  expect(pressed.mock.calls).toEqual([['yes'], ['yes']])
})
