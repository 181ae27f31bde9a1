import { useLingui } from '@lingui/react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Eyebrow } from '#src/ui/layout/Eyebrow.tsx'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { isInGroup, type NavigationGroup } from './navigation.ts'
import { NavigationAnchor } from './NavigationAnchor.tsx'
import styles from './NavigationMenu.module.css'

/**
 * A group of pages in the header: a button that shows its links. It closes on Escape (which restores the focus), on a
 * press outside, when the focus leaves it, and when a link is followed.
 */
export function NavigationMenu({ group }: { group: NavigationGroup }) {
  const { i18n } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(false)
  // Most visits open no menu, and on narrow screens there is none. Once opened, its links stay: one that is followed
  // closes the menu, and would otherwise be gone before the router knows of the press.
  const [hasLinks, setHasLinks] = useState(false)
  const place = useDismiss(open, () => setOpen(false))
  const isCurrent = useRouterState({ select: ({ location }) => isInGroup(group, location.pathname) })
  return (
    <li ref={place} className={styles['menu']}>
      <button
        type="button"
        className={styles['button']}
        aria-expanded={open}
        aria-controls={id}
        data-current={isCurrent || undefined}
        onClick={() => {
          setHasLinks(true)
          setOpen(!open)
        }}
      >
        {i18n._(group.label)}
        <ChromeIcon name="chevronDown" className={styles['mark']} />
      </button>
      <div id={id} className={styles['panel']} hidden={!open}>
        {hasLinks && <Links group={group} />}
      </div>
    </li>
  )
}

function Links({ group }: { group: NavigationGroup }) {
  const { i18n } = useLingui()
  const id = useId()
  return (
    <>
      <ul>
        {group.links.map((link) => (
          <li key={`${link.to} ${link.hash ?? link.category ?? ''}`}>
            <NavigationAnchor link={link} className={styles['page']} />
          </li>
        ))}
      </ul>
      <div className={styles['parts']}>
        <Eyebrow id={id}>{i18n._(group.parts.label)}</Eyebrow>
        <ul aria-labelledby={id}>
          {group.parts.links.map((link) => (
            <li key={link.hash ?? link.category}>
              <NavigationAnchor link={link} className={styles['part']} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** Calls `close` on Escape, on a press or focus outside the element, and when a link inside is followed. */
function useDismiss(open: boolean, close: () => void) {
  const element = useRef<HTMLLIElement>(null)
  const closing = useRef(close)
  useEffect(() => {
    closing.current = close
  })
  useEffect(() => {
    const place = element.current
    if (!open || !place) return undefined
    const leave = new AbortController()
    const { signal } = leave
    const isInside = (target: EventTarget | null) => target instanceof Node && place.contains(target)
    document.addEventListener('pointerdown', ({ target }) => !isInside(target) && closing.current(), { signal })
    document.addEventListener('focusin', ({ target }) => !isInside(target) && closing.current(), { signal })
    place.addEventListener('click', ({ target }) => isLink(target) && closing.current(), { signal })
    place.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        place.querySelector('button')?.focus()
        closing.current()
      },
      { signal },
    )
    return () => leave.abort()
  }, [open])
  return element
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null
}
