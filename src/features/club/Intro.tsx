import type { ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './Intro.module.css'

interface IntroProps {
  block: ContentBlock
  /** The actions. */
  children?: ReactNode
}

/** The introduction of a page: its text beside its picture. */
export function Intro({ block, children }: IntroProps) {
  return (
    <div className={block.image === null ? undefined : styles['intro']}>
      <div className={styles['words']}>
        <RichText text={block.content} className={styles['text']} />
        {children}
      </div>
      {block.image !== null && (
        <Picture
          image={block.image}
          alt=""
          sizes="(width < 52rem) calc(100vw - 2rem), 34rem"
          ratio="card"
          eager
          className={styles['picture']}
        />
      )}
    </div>
  )
}

/** The skeleton of an introduction. */
export function IntroSkeleton() {
  return (
    <div className={styles['intro']}>
      <Skeleton shape="text" lines={6} />
      <Skeleton shape="picture" className={styles['picture']} />
    </div>
  )
}
