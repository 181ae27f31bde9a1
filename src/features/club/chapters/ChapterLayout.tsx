import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Eyebrow } from '#src/ui/layout/Eyebrow.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import styles from './ChapterLayout.module.css'

interface Chapter {
  /** The anchor of its section on the page. */
  id: string
  label: ReactNode
}

interface ChapterLayoutProps {
  chapters: readonly Chapter[]
  children: ReactNode
}

/** A long page in chapters with a table of contents, which sticks beside the text on wide screens. */
export function ChapterLayout({ chapters, children }: ChapterLayoutProps) {
  const { t } = useLingui()
  const current = useCurrentChapter(chapters.map(({ id }) => id).join(' '))
  return (
    <div className={styles['layout']}>
      <nav className={styles['list']} aria-label={t`On this page`}>
        <Eyebrow>
          <Trans>On this page</Trans>
        </Eyebrow>
        <ol>
          {chapters.map(({ id, label }) => (
            <li key={id}>
              <TextLink
                to="."
                search
                hash={id}
                className={styles['link']}
                activeOptions={{ includeHash: true }}
                activeProps={unmarked}
                aria-current={id === current ? 'location' : undefined}
                onClick={(event) => moveFocus(event, id)}
              >
                {label}
              </TextLink>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles['body']}>{children}</div>
    </div>
  )
}

/** Overrides the router's mark of the last pressed link: the scroll position decides. */
const unmarked = { 'aria-current': undefined, 'data-status': undefined, className: '' }

/** Moves the focus to the chapter, so that the keyboard continues from there. */
function moveFocus(event: MouseEvent, id: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const section = document.getElementById(id)
  if (section === null) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** The skeleton of the layout, before the chapters are known. */
export function ChapterSkeletons() {
  return (
    <div className={styles['layout']}>
      <Skeleton shape="text" lines={5} className={`${styles['list']} ${styles['coming']}`} />
      <div className={styles['body']}>
        <ChapterSkeleton />
        <ChapterSkeleton />
      </div>
    </div>
  )
}

function ChapterSkeleton() {
  return (
    <div className={styles['chapter']}>
      <Skeleton shape="heading" />
      <Skeleton shape="text" lines={9} />
    </div>
  )
}

/** A chapter counts as being read once its heading is above this fraction of the window. */
const readingLine = 0.35

/**
 * The id of the chapter that is being read; null above the first.
 *
 * @param ids the ids of the chapters in page order, joined by spaces
 */
function useCurrentChapter(ids: string): string | null {
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
