import type { ReactNode } from 'react'
import { Eyebrow } from './Eyebrow.tsx'
import styles from './Page.module.css'
import { PageHeading } from './PageHeading.tsx'

interface PageProps {
  /** The h1 and, with the club's name, the document's title. */
  title: string
  /** What search engines and previews say of the page; one or two sentences. */
  description?: string | undefined
  /** The h1's content where it is more than the title. */
  heading?: ReactNode
  /** Where the page lies: a `Breadcrumb`, above everything else. */
  trail?: ReactNode
  /** The small brass label above the h1. */
  eyebrow?: ReactNode
  lead?: ReactNode
  /** One column of reading width. */
  narrow?: boolean
  /** From edge to edge, without a head: the page draws its own, with a `PageHeading`. */
  bare?: boolean
  children?: ReactNode
}

/** A page of the app: its title in the tab, its heading, and its column. */
export function Page({ title, description, heading, trail, eyebrow, lead, narrow, bare = false, children }: PageProps) {
  const layout = bare ? styles['bare'] : [styles['page'], narrow === true && styles['narrow']].filter(Boolean).join(' ')
  return (
    <article className={layout}>
      <title>{`${title} · Club Bravo`}</title>
      <meta property="og:title" content={title} />
      {description !== undefined && description !== '' && (
        <>
          <meta name="description" content={description} />
          <meta property="og:description" content={description} />
        </>
      )}
      {!bare && (
        <header className={styles['head']}>
          {trail}
          {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
          <PageHeading>{heading ?? title}</PageHeading>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </header>
      )}
      {children}
    </article>
  )
}
