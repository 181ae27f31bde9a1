import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Page.module.css'

interface PageProps {
  /** The h1 and, with the club's name, the document's title. */
  title: string
  /** What the h1 shows where it is more than the title. */
  heading?: ReactNode
  lead?: ReactNode
  /** One column of reading width. */
  narrow?: boolean
  children?: ReactNode
}

/** The browser itself announces the page that it loads; only what the app shows after that needs the focus moved. */
let pageWasShown = false

/**
 * A page of the app. After a navigation its heading takes the focus, so that a keyboard starts at the top and a screen
 * reader says where the person has come to.
 */
export function Page({ title, heading, lead, narrow = false, children }: PageProps) {
  const h1 = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (pageWasShown) h1.current?.focus({ preventScroll: true })
    pageWasShown = true
  }, [])
  return (
    <article className={narrow ? `${styles['page']} ${styles['narrow']}` : styles['page']}>
      <title>{`${title} · Club Bravo`}</title>
      <header className={styles['head']}>
        <h1 ref={h1} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </header>
      {children}
    </article>
  )
}
