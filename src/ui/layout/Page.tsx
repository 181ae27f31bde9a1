import type { ReactNode } from 'react'
import { Eyebrow } from './Eyebrow.tsx'
import { Head } from './Head.tsx'
import styles from './Page.module.css'
import { PageHeading } from './PageHeading.tsx'

interface PageProps {
  /** The h1 and, with the club's name, the document's title. */
  title: string
  /** The description for search engines and link previews; one or two sentences. */
  description?: string | undefined
  /** The h1's content if it is more than the title. */
  heading?: ReactNode
  /** A `Breadcrumb`, above everything else. */
  trail?: ReactNode
  /** The small brass label above the h1. */
  eyebrow?: ReactNode
  lead?: ReactNode
  /** One column of reading width. */
  narrow?: boolean
  /** Full width, without a header: the page renders its own, with a `PageHeading`. */
  bare?: boolean
  children?: ReactNode
}

/** A page of the app: document title, heading and column. */
export function Page({ title, description, heading, trail, eyebrow, lead, narrow, bare = false, children }: PageProps) {
  const layout = bare ? styles['bare'] : [styles['page'], narrow === true && styles['narrow']].filter(Boolean).join(' ')
  return (
    <article className={layout}>
      <Head>
        <title>{`${title} · Club Bravo`}</title>
        <meta property="og:title" content={title} />
        {description !== undefined && description !== '' && (
          <>
            <meta name="description" content={description} />
            <meta property="og:description" content={description} />
          </>
        )}
      </Head>
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
