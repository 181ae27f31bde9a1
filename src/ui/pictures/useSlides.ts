import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { wantsLessMotion } from './useReducedMotion.ts'

/** How long a slider has to be visible before its engine is fetched, in milliseconds: the page itself loads first. */
const engineDelayMs = 1000

interface Slides {
  /** For the element that holds the row of slides. */
  viewport: RefObject<HTMLDivElement | null>
  /** Whether the library (embla) moves the slides instead of the browser's scrolling. */
  ready: boolean
  /** The number of positions, and the current one. */
  count: number
  selected: number
  canGoBack: boolean
  canGoOn: boolean
  next: () => void
  /** Shows a position. An index beyond the ends means the nearest one, in a loop the one on the other side. */
  show: (index: number) => void
}

/** The slides' positions and navigation between them: by scroll snapping at first, by embla once it has loaded. */
export function useSlides(slideCount: number, loop: boolean): Slides {
  const viewport = useRef<HTMLDivElement>(null)
  const engine = useRef<EmblaCarouselType | null>(null)
  const [ready, setReady] = useState(false)
  const [{ count, selected }, setPosition] = useState({ count: 0, selected: 0 })

  useEffect(() => {
    const element = viewport.current
    if (element === null || slideCount < 2) return undefined
    const updatePosition = () => setPosition(engine.current === null ? scrolledTo(element) : positionOf(engine.current))
    const start = async () => {
      const { default: createEngine } = await import('embla-carousel')
      if (!element.isConnected || engine.current !== null) return
      engine.current = createEngine(element, optionsFor(element, loop))
      element.scrollLeft = 0
      engine.current.on('select', updatePosition).on('reInit', updatePosition)
      setReady(true)
      updatePosition()
    }
    const resized = new ResizeObserver(updatePosition)
    resized.observe(element)
    element.addEventListener('scroll', updatePosition, { passive: true })
    const stopWaiting = onceVisible(element, () => void start().catch(() => undefined))
    return () => {
      stopWaiting()
      resized.disconnect()
      element.removeEventListener('scroll', updatePosition)
      engine.current?.destroy()
      engine.current = null
      setReady(false)
    }
  }, [slideCount, loop])

  const show = useCallback(
    (requested: number) => {
      const element = viewport.current
      if (element === null || count === 0) return
      const index = loop ? (requested + count) % count : Math.min(Math.max(requested, 0), count - 1)
      if (engine.current === null) scrollToSlide(element, index)
      // A single step takes the short way: in a loop from the last directly to the first.
      else if (requested === selected + 1) engine.current.scrollNext(wantsLessMotion())
      else if (requested === selected - 1) engine.current.scrollPrev(wantsLessMotion())
      else engine.current.scrollTo(index, wantsLessMotion())
    },
    [count, loop, selected],
  )
  return {
    viewport,
    ready,
    count,
    selected,
    canGoBack: loop || selected > 0,
    canGoOn: loop || selected < count - 1,
    next: () => show(selected + 1),
    show,
  }
}

function optionsFor(element: HTMLElement, loop: boolean): EmblaOptionsType {
  // With 20, a slide is within a hundredth of its position after half a second (at 60 frames a second).
  return { loop, align: 'start', containScroll: 'trimSnaps', duration: 20, startIndex: scrolledTo(element).selected }
}

function positionOf(engine: EmblaCarouselType) {
  return { count: engine.scrollSnapList().length, selected: engine.selectedScrollSnap() }
}

function scrolledTo(element: HTMLElement) {
  const slides = [...(element.firstElementChild?.children ?? [])]
  const [first, second] = slides.map((slide) => slide.getBoundingClientRect().left)
  const step = first === undefined || second === undefined ? 0 : second - first
  if (step <= 0) return { count: 0, selected: 0 }
  const steps = Math.round((element.scrollWidth - element.clientWidth) / step)
  return { count: steps + 1, selected: Math.round(element.scrollLeft / step) }
}

function scrollToSlide(element: HTMLElement, index: number): void {
  const slide = element.firstElementChild?.children[index]
  const first = element.firstElementChild?.firstElementChild
  if (!slide || !first) return
  const left = slide.getBoundingClientRect().left - first.getBoundingClientRect().left
  element.scrollTo({ left, behavior: wantsLessMotion() ? 'auto' : 'smooth' })
}

/** Calls back once the element has been visible for a moment. Returns a function that stops waiting. */
function onceVisible(element: HTMLElement, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer)
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      timer = setTimeout(() => {
        observer.disconnect()
        callback()
      }, engineDelayMs)
    }
  })
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
