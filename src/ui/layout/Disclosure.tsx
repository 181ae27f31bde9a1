import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Disclosure.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'

interface DisclosureProps {
  title: ReactNode
  /** The anchor by which an address opens it (`/en/faq#points-when`). */
  id?: string
  level?: 2 | 3 | 4
  defaultOpen?: boolean
  /** Keeps it open while true, unless the reader closes it. */
  selfOpening?: boolean
  children: ReactNode
}

/**
 * A heading that shows and hides the content below it. An address with its anchor opens it; so does the browser's
 * find-in-page, which searches closed ones, too.
 */
export function Disclosure({
  title,
  id,
  level = 3,
  defaultOpen = false,
  selfOpening = false,
  children,
}: DisclosureProps) {
  const madeUpId = useId()
  const ownId = id ?? madeUpId
  const { open, setOpen } = useOpen(defaultOpen, selfOpening)
  const body = useUntilFound(open, () => setOpen(true))
  const isHydrated = useHydrated()
  const place = useOpenedByAddress(id, () => setOpen(true))
  const Heading = `h${level}` as const
  return (
    <div ref={place} id={id} className={styles['disclosure']}>
      <Heading className={styles['heading']}>
        <button
          type="button"
          id={`${ownId}-button`}
          className={styles['button']}
          aria-expanded={open}
          aria-controls={`${ownId}-body`}
          onClick={() => setOpen(!open)}
        >
          <span>{title}</span>
          <Icon name="chevronDown" className={styles['mark']} />
        </button>
      </Heading>
      {/* A document hides it as all browsers can. */}
      <div ref={body} id={`${ownId}-body`} className={styles['body']} hidden={!isHydrated && !open}>
        <div className={styles['content']}>{children}</div>
      </div>
    </div>
  )
}

/** Whether it is open: as the reader chose, else by `selfOpening`. */
function useOpen(defaultOpen: boolean, selfOpening: boolean) {
  const [choice, setChoice] = useState<'open' | 'closed' | null>(defaultOpen ? 'open' : null)
  // Closing a self-opened one holds only until `selfOpening` ends.
  if (choice === 'closed' && !selfOpening) setChoice(null)
  return {
    open: choice === null ? selfOpening : choice === 'open',
    setOpen: (open: boolean) => setChoice(open ? 'open' : 'closed'),
  }
}

/**
 * Hides an element with `hidden="until-found"`, so that find-in-page still finds it; React only supports the boolean
 * attribute.
 */
function useUntilFound(open: boolean, onFound: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const found = useRef(onFound)
  useLayoutEffect(() => {
    found.current = onFound
    if (open) element.current?.removeAttribute('hidden')
    else element.current?.setAttribute('hidden', 'until-found')
  })
  useEffect(() => {
    const body = element.current
    const show = () => found.current()
    body?.addEventListener('beforematch', show)
    return () => body?.removeEventListener('beforematch', show)
  }, [])
  return element
}

/** Opens it and scrolls to it when the address has its anchor. */
function useOpenedByAddress(id: string | undefined, open: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const opened = useRef(open)
  const router = useRouter()
  useLayoutEffect(() => {
    opened.current = open
  })
  useEffect(() => {
    if (id === undefined) return undefined
    const look = () => {
      if (location.hash !== `#${encodeURI(id)}`) return
      opened.current()
      element.current?.scrollIntoView({ block: 'start' })
    }
    look()
    addEventListener('hashchange', look)
    // The router's navigation to another anchor of the page fires no `hashchange`.
    const unsubscribe = router.subscribe('onRendered', look)
    return () => {
      removeEventListener('hashchange', look)
      unsubscribe()
    }
  }, [id, router])
  return element
}
