// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { expect, test } from 'vitest'
import { Gauge } from '#src/ui/content/Gauge.tsx'

/**
 * The inner edge of the arc, in the units of its drawing: its middle, its radius without half of the stroke, and the
 * drawing's width.
 */
const arc = { x: 60, y: 60, radius: 49, width: 120 }

/** How far the corners of the figure's digits are from the arc's middle, of its radius: below 1 they touch nothing. */
function reachOf(place: HTMLElement): number {
  const drawing = place.querySelector('svg')?.getBoundingClientRect()
  const figure = place.querySelector('svg + p')
  if (!drawing || !figure) throw new Error('There is no gauge')
  const range = document.createRange()
  range.selectNodeContents(figure)
  const digits = range.getBoundingClientRect()
  const unit = drawing.width / arc.width
  // Digits begin about a fifth below the top of their line.
  const up = drawing.top + arc.y * unit - (digits.top + digits.height / 5)
  return Math.hypot(digits.width / 2, up) / unit / arc.radius
}

test.each([0, 75, 4200, 98_765, 119_900, 300_000, 1_234_567])(
  'On a phone, where three gauges stand side by side, the figure %d does not touch its arc',
  async (value) => {
    const place = show(<Gauge label="Points" value={value} full={2_000_000} />)
    place.style.inlineSize = '6.2rem'
    // The font comes after the first layout, and is wider than its stand-in.
    await document.fonts.ready
    expect(reachOf(place)).toBeLessThan(0.97)
  },
)
