import type { ReactNode } from 'react'
import { Band } from '#src/ui/Band.tsx'
import { Hall } from '#src/ui/Hall.tsx'
import styles from './Hero.module.css'
import { HeroArt } from './HeroArt.tsx'

interface HeroProps {
  /** Room for a member who sees the first steps, too. */
  tall?: boolean
  children: ReactNode
}

/** The welcome, from edge to edge. Its height is the same for visitors and members, so that nothing moves when a member is recognised. */
export function Hero({ tall = false, children }: HeroProps) {
  return (
    <Hall as="div" className={tall ? `${styles['hero']} ${styles['tall']}` : styles['hero']}>
      <HeroArt />
      <Band className={styles['band']}>{children}</Band>
    </Hall>
  )
}
