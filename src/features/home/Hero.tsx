import type { ReactNode } from 'react'
import { Band } from '#src/ui/Band.tsx'
import { Hall } from '#src/ui/Hall.tsx'
import styles from './Hero.module.css'
import { HeroArt } from './HeroArt.tsx'

interface HeroProps {
  /** Reserves space for the first steps of a new member. */
  tall?: boolean
  children: ReactNode
}

/** The welcome, full width. Its height is the same for visitors and members, so that nothing moves when a member is recognised. */
export function Hero({ tall = false, children }: HeroProps) {
  return (
    <Hall as="div" className={tall ? `${styles['hero']} ${styles['tall']}` : styles['hero']}>
      <HeroArt />
      <Band className={styles['band']}>{children}</Band>
    </Hall>
  )
}
