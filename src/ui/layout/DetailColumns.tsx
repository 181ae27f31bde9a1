import type { ReactNode } from 'react'
import styles from './DetailColumns.module.css'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'

type DetailColumnsProps =
  | {
      /** The picture above the text. */
      picture: ReactNode
      /** The facts: beside the children on wide screens, above them on narrow ones. */
      aside: ReactNode
      children: ReactNode
    }
  | {
      /** What is loading, for screen readers; skeletons are shown for both columns. */
      waiting: string
    }

/** The layout of a detail page: picture and text, with the facts beside them. */
export function DetailColumns(props: DetailColumnsProps) {
  if ('waiting' in props) {
    return (
      <Loading label={props.waiting} className={styles['columns']}>
        <Skeleton shape="picture" className={styles['picture']} />
        <Skeleton shape="text" lines={6} className={styles['aside']} />
      </Loading>
    )
  }
  return (
    <div className={styles['columns']}>
      <div className={styles['picture']}>{props.picture}</div>
      <div className={styles['aside']}>{props.aside}</div>
      <div className={styles['story']}>{props.children}</div>
    </div>
  )
}
