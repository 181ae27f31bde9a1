import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './Slider.module.css'
import { useAutoplay } from './useAutoplay.ts'
import { useSlides } from './useSlides.ts'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

export interface Slide {
  key: string
  content: ReactNode
}

interface SliderProps {
  /** Its accessible name, such as "Campaigns". */
  label: string
  slides: readonly Slide[]
  /** How many slides are visible: one, or three (two below 1024 px, one below 576 px). */
  perView?: 1 | 3
  /** Wraps around from the last slide to the first. */
  loop?: boolean
  /**
   * Advances at this interval in milliseconds, with a button that stops it; never if the person prefers less motion.
   */
  autoplay?: number
  /** Nothing in the slides takes the focus: what scrolls does, so that the keyboard reaches it. */
  isFocusable?: boolean
  className?: string | undefined
}

/** A slider to swipe, or to step through by buttons, dots and arrow keys. */
export function Slider({
  label,
  slides,
  perView = 1,
  loop = false,
  autoplay = 0,
  isFocusable = false,
  className,
}: SliderProps) {
  const { t } = useLingui()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const { viewport, count, selected, canGoBack, canGoOn, next, show } = useSlides(slides.length, loop)
  const { offered, wanted, running, toggle } = useAutoplay(element, slides.length > 1 ? autoplay : 0, next)
  const [moved, setMoved] = useState(false)
  const go = (index: number) => {
    setMoved(true)
    show(index)
  }
  useArrowKeys(element, (step) => go(selected + step))
  return (
    <section
      ref={setElement}
      aria-roledescription={t`carousel`}
      aria-label={label}
      className={[styles['slider'], className].filter(Boolean).join(' ')}
    >
      <div
        ref={viewport}
        className={styles['viewport']}
        {...(isFocusable && { role: 'group', 'aria-label': label, tabIndex: 0 })}
      >
        <ul className={`${styles['track']} ${perView === 3 ? styles['three'] : styles['one']}`}>
          {slides.map(({ key, content }) => (
            <li key={key} className={styles['slide']}>
              {content}
            </li>
          ))}
        </ul>
      </div>
      {slides.length > 1 && (
        <div className={styles['controls']} data-needed={count > 1 || undefined}>
          {offered && <Step icon={wanted ? 'pause' : 'play'} label={wanted ? t`Stop` : t`Play`} onPress={toggle} />}
          <Dots count={count} selected={selected} onChoose={go} />
          <Step icon="arrowLeft" label={t`Previous`} off={!canGoBack} onPress={() => go(selected - 1)} />
          <Step icon="arrowRight" label={t`Next`} off={!canGoOn} onPress={() => go(selected + 1)} />
          <VisuallyHidden>
            <output>{moved && !running && t`${selected + 1} of ${count}`}</output>
          </VisuallyHidden>
        </div>
      )}
    </section>
  )
}

interface StepProps {
  icon: IconName
  label: string
  /** At an end of the slider: the button keeps the focus and does nothing. */
  off?: boolean
  onPress: () => void
}

function Step({ icon, label, off = false, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={styles['control']}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

interface DotsProps {
  count: number
  selected: number
  onChoose: (index: number) => void
}

function Dots({ count, selected, onChoose }: DotsProps) {
  const { t } = useLingui()
  return (
    <ul className={styles['dots']}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <button
            type="button"
            className={styles['dot']}
            aria-label={t`Show ${index + 1} of ${count}`}
            aria-current={index === selected ? 'true' : undefined}
            onClick={() => onChoose(index)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The left and right arrow keys, while the focus is anywhere in the slider; with Alt or ⌘ they are the browser's. */
function useArrowKeys(element: HTMLElement | null, onStep: (step: 1 | -1) => void): void {
  const step = useRef(onStep)
  useEffect(() => {
    step.current = onStep
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      step.current(event.key === 'ArrowLeft' ? -1 : 1)
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [element])
}
