import type { ReactNode } from 'react'
import { Band } from '#src/ui/Band.tsx'
import { Hall } from '#src/ui/Hall.tsx'
import styles from './Hero.module.css'
import { HeroArt } from './HeroArt.tsx'

interface HeroProps {
  /** For somebody who is told more than others. */
  tall?: boolean
  children: ReactNode
}

/** The welcome: the dimmed hall from edge to edge, as high for everybody, so that nothing moves when it is known who has come. */
export function Hero({ tall = false, children }: HeroProps) {
  return (
    <Hall as="div" className={tall ? `${styles['hero']} ${styles['tall']}` : styles['hero']}>
      <HeroArt />
      <Band className={styles['band']}>{children}</Band>
    </Hall>
  )
}
