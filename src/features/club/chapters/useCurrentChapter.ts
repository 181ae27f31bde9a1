import { useEffect, useState } from 'react'

/** A chapter counts as being read once its heading is above this fraction of the window. */
const readingLine = 0.35

/**
 * The id of the chapter that is being read; null above the first.
 *
 * @param ids the ids of the chapters in page order, joined by spaces
 */
export function useCurrentChapter(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      setCurrent(visibleChapter(ids.split(' ')))
    }
    const lookSoon = () => {
      frame ||= requestAnimationFrame(update)
    }
    lookSoon()
    addEventListener('scroll', lookSoon, { passive: true })
    addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', lookSoon)
      removeEventListener('resize', lookSoon)
    }
  }, [ids])
  return current
}

function visibleChapter(ids: readonly string[]): string | null {
  const { scrollHeight } = document.documentElement
  // The last chapters may be too short to come up to the line.
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2
  const line = isAtEnd ? innerHeight : innerHeight * readingLine
  const begun = ids.filter((id) => {
    const element = document.getElementById(id)
    return element !== null && element.getBoundingClientRect().top <= line
  })
  return begun.at(-1) ?? null
}
