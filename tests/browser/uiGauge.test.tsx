// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { expect, test } from 'vitest'
import { Gauge } from '#src/ui/content/Gauge.tsx'

const boxOf = (place: HTMLElement, selector: string): DOMRect => {
  const found = place.querySelector(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found.getBoundingClientRect()
}

test.each([0, 75, 4200, 98_765, 119_900, 300_000, 1_234_567])(
  'On a small phone, the figure %d stands between its name and its line, and touches neither',
  async (value) => {
    const place = show(<Gauge label="Points from tickets" value={value} full={2_000_000} />)
    place.style.inlineSize = '16rem'
    // The font comes after the first layout, and is wider than its stand-in.
    await document.fonts.ready
    const [name, figures, line, gauge] = ['p', 'p + p', 'svg', 'div'].map((selector) => boxOf(place, selector))
    if (!name || !figures || !line || !gauge) throw new Error('There is no gauge')
    expect(figures.bottom).toBeLessThanOrEqual(line.top + 0.5)
    expect(figures.left >= name.right || figures.top >= name.bottom - 0.5).toBe(true)
    expect(figures.right).toBeLessThanOrEqual(gauge.right + 0.5)
  },
)

const drawn = (place: HTMLElement) => [...place.querySelectorAll('line')].map((line) => line.getAttribute('x2'))

test('The line is as long as the share that is reached, and the mark stands where it counts', () => {
  expect(drawn(show(<Gauge label="Tickets" value={3} full={12} mark={6} />))).toEqual(['100%', '25%', '50%'])
  expect(drawn(show(<Gauge label="Tickets" value={0} full={12} />))).toEqual(['100%'])
  // A mark where it is full anyway would say nothing.
  expect(drawn(show(<Gauge label="Tickets" value={15} full={12} mark={12} />))).toEqual(['100%', '100%'])
})
