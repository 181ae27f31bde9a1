import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { wantsLessMotion } from './useReducedMotion.ts'

/** How long a step takes, in milliseconds (specification, section 9). */
const stepMs = 500

interface Slides {
  /** For the element that scrolls the row of slides. */
  viewport: RefObject<HTMLDivElement | null>
  /** The number of positions, and the current one. */
  count: number
  selected: number
  canGoBack: boolean
  canGoOn: boolean
  next: () => void
  /** Shows a position. An index beyond the ends means the nearest one, in a loop the one on the other side. */
  show: (index: number) => void
}

/**
 * The slides' positions and navigation between them: by the browser's scroll snapping, which fingers and keys use as
 * well.
 */
export function useSlides(slideCount: number, loop: boolean): Slides {
  const viewport = useRef<HTMLDivElement>(null)
  const [{ count, selected }, setPosition] = useState({ count: 0, selected: 0 })

  useEffect(() => {
    const element = viewport.current
    if (element === null || slideCount < 2) return undefined
    const updatePosition = () => setPosition(positionOf(element))
    const resized = new ResizeObserver(updatePosition)
    resized.observe(element)
    element.addEventListener('scroll', updatePosition, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', updatePosition)
    }
  }, [slideCount])

  const show = useCallback(
    (requested: number) => {
      const element = viewport.current
      const track = element?.firstElementChild
      if (!element || !track || count === 0) return
      const index = loop ? (requested + count) % count : Math.min(Math.max(requested, 0), count - 1)
      const from = element.scrollLeft
      element.scrollTo({ left: index * stepOf(track), behavior: 'instant' })
      if (!wantsLessMotion()) slideIn(track, element.scrollLeft - from, loop ? requested - index : 0)
      // Its scroll event comes with the next frame, and a second press may come before.
      setPosition(positionOf(element))
    },
    [count, loop],
  )
  return {
    viewport,
    count,
    selected,
    canGoBack: loop || selected > 0,
    canGoOn: loop || selected < count - 1,
    next: () => show(selected + 1),
    show,
  }
}

/** From the beginning of a slide to that of the next, in pixels. By the track, because the slides may be moving. */
function stepOf(track: Element): number {
  return track.getBoundingClientRect().width / track.children.length
}

function positionOf(element: HTMLElement) {
  const track = element.firstElementChild
  const step = track ? stepOf(track) : 0
  if (!track || !(step > 0)) return { count: 0, selected: 0 }
  const visible = Math.round(element.clientWidth / step)
  return { count: Math.max(1, track.children.length - visible + 1), selected: Math.round(element.scrollLeft / step) }
}

/**
 * Animates the slides to where they have just been scrolled. Over the end of a loop they go on in the same direction:
 * the slide that leaves stands on the other side meanwhile.
 *
 * @param distance how far they were scrolled, in pixels
 * @param turns above 0 over the last slide, below 0 over the first, else 0
 */
function slideIn(track: Element, distance: number, turns: number): void {
  const step = stepOf(track)
  const from = turns === 0 ? distance : Math.sign(turns) * step
  const leaving = turns > 0 ? track.lastElementChild : turns < 0 ? track.firstElementChild : null
  for (const slide of track.children) {
    // What is in the slide, not the slide itself: the browser would snap to where that stands meanwhile.
    const content = slide.firstElementChild
    for (const running of content?.getAnimations() ?? []) running.cancel()
    const aside = slide === leaving ? -Math.sign(turns) * track.children.length * step : 0
    const translate = [`${aside + from}px`, `${aside}px`]
    content?.animate({ translate }, { duration: stepMs, easing: 'ease-in-out' })
  }
}
