// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Slider } from '#src/ui/pictures/Slider.tsx'

const slides = ['One', 'Two', 'Three', 'Four'].map((key) => ({ key, content: <a href={`#${key}`}>{key}</a> }))
const button = (name: string) => page.getByRole('button', { name })
const ready = (place: HTMLElement) => vi.waitUntil(() => place.querySelector('[data-ready]'), waitOptions)

const waitOptions = { timeout: 10_000 }
const isShown = (place: HTMLElement, name: string) => vi.waitUntil(() => firstVisibleSlide(place) === name, waitOptions)

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

// Must be the first test: the engine is loaded once for the file.
test('Slides can be navigated before the engine has loaded', async () => {
  const place = show(<Slider label="Rewards" slides={slides} />)
  await controlsAreShown(place)
  button('Next')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(place.querySelector('[data-ready]')).toBeNull()
  await isShown(place, 'Two')
})

test('Buttons, dots and arrow keys move through slides, up to the ends', async () => {
  const place = show(<Slider label="Rewards" slides={slides} />)
  await ready(place)
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
  await ready(place)
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
  await ready(place)
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
    const view = place.querySelector('ul')?.getBoundingClientRect().width ?? 0
    return Math.round(view / (place.querySelector('li')?.getBoundingClientRect().width ?? 1))
  }
  for (const [width, count] of [
    [1200, 3],
    [1023, 2],
    [575, 1],
  ] as const) {
    await page.viewport(width, 800)
    await vi.waitFor(() => expect(perView()).toBe(count), waitOptions)
  }
})
