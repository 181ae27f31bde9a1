// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Slider } from '#src/ui/pictures/Slider.tsx'

const slides = ['One', 'Two', 'Three', 'Four'].map((key) => ({ key, content: <a href={`#${key}`}>{key}</a> }))
const button = (name: string) => page.getByRole('button', { name })

const waitOptions = { timeout: 10_000 }
const isShown = (place: HTMLElement, name: string) => vi.waitUntil(() => firstVisibleSlide(place) === name, waitOptions)

/** Presses a button in this very task. */
function press(name: string): void {
  button(name)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

/** Resolves in the moment in which the slider shows its controls. */
function controlsAreShown(place: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!place.querySelector('[data-needed]')) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(place, { subtree: true, childList: true, attributes: true })
    check()
  })
}

/** The name of the first visible slide. */
function firstVisibleSlide(place: HTMLElement): string | undefined {
  const view = place.querySelector('section > div')?.getBoundingClientRect()
  const links = [...place.querySelectorAll('section > div a')]
  return links.find((link) => view && Math.abs(link.getBoundingClientRect().left - view.left) < 24)?.textContent
}

test('Buttons, dots and arrow keys move through slides, up to the ends', async () => {
  const place = show(<Slider label="Rewards" slides={slides} />)
  await controlsAreShown(place)
  await expect.element(button('Previous')).toHaveAttribute('aria-disabled', 'true')
  await button('Next').click()
  await isShown(place, 'Two')
  await expect.element(page.getByText('2 of 4', { exact: true })).toBeInTheDocument()
  await button('Show 4 of 4').click()
  await isShown(place, 'Four')
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  await isShown(place, 'Three')
})

test('An autoplaying slider loops, pauses under pointer and focus, and can be stopped', async () => {
  const place = show(
    <>
      <button type="button">Elsewhere</button>
      <Slider label="Campaigns" slides={slides} loop autoplay={400} />
    </>,
  )
  await button('Elsewhere').click()
  await controlsAreShown(place)
  const seen = new Set<string | undefined>()
  await vi.waitUntil(() => seen.add(firstVisibleSlide(place)).size >= 4, { timeout: 20_000, interval: 20 })
  await button('Stop').click()
  await expect.element(button('Play')).toBeVisible()
  await button('Elsewhere').click()
  await vi.waitUntil(() => firstVisibleSlide(place) !== undefined, waitOptions)
  const rested = firstVisibleSlide(place)
  const startedAt = performance.now()
  await vi.waitUntil(() => performance.now() - startedAt > 1000, waitOptions)
  expect(firstVisibleSlide(place)).toBe(rested)
})

test('A step takes half a second', async () => {
  const place = show(<Slider label="Campaigns" slides={slides} loop />)
  await controlsAreShown(place)
  press('Next')
  const moves = [...place.querySelectorAll('*')].flatMap((element) => element.getAnimations())
  expect(new Set(moves.map(({ effect }) => effect?.getTiming().duration))).toEqual(new Set([500]))
})

test('A loop goes over its ends in the same direction', async () => {
  const place = show(<Slider label="Campaigns" slides={slides} loop />)
  await controlsAreShown(place)
  const left = (name: string) => {
    const view = place.querySelector('section > div')?.getBoundingClientRect().left ?? 0
    const link = [...place.querySelectorAll('section > div a')].find(({ textContent }) => textContent === name)
    return (link?.getBoundingClientRect().left ?? 0) - view
  }
  // In the same task as the press, the animation stands at its beginning.
  press('Previous')
  expect(Math.round(left('Four'))).toBeLessThan(-100)
  expect(Math.round(left('One'))).toBeLessThan(40)
  await isShown(place, 'Four')
  press('Next')
  expect(Math.round(left('One'))).toBeGreaterThan(100)
  expect(Math.round(left('Four'))).toBeGreaterThan(-40)
  await isShown(place, 'One')
})

test('With reduced motion, the slider does not autoplay, and steps without animation', async () => {
  const calm = new EventTarget()
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue(
    Object.assign(calm, {
      matches: true,
      media: '',
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  const place = show(<Slider label="Campaigns" slides={slides} loop autoplay={100} />)
  await controlsAreShown(place)
  await expect.element(button('Next')).toBeVisible()
  expect(button('Stop').query()).toBeNull()
  expect(firstVisibleSlide(place)).toBe('One')
  await button('Next').click()
  await isShown(place, 'Two')
  vi.restoreAllMocks()
})

test('Three slides are visible side by side, two on a tablet, one on a phone', async () => {
  const place = show(<Slider label="Rewards" slides={slides} perView={3} />)
  const perView = () => {
    const view = place.querySelector('section > div')?.getBoundingClientRect().width ?? 0
    return Math.round(view / (place.querySelector('li')?.getBoundingClientRect().width ?? 1))
  }
  for (const [width, count] of [
    [1200, 3],
    [1024, 3],
    [1023, 2],
    [576, 2],
    [575, 1],
  ] as const) {
    await page.viewport(width, 800)
    await vi.waitFor(() => expect(perView()).toBe(count), waitOptions)
  }
})
