import drawing from './heroArt.svg'
import styles from './HeroArt.module.css'

/**
 * The drawing behind the welcome: a violin's scroll over five lines of music. It is decoration, hidden from screen
 * readers, and a file of its own: neither the first paint nor the app waits for it. Its parent is positioned.
 */
export function HeroArt() {
  return (
    <svg className={styles['art']} aria-hidden="true" focusable="false">
      <use href={`${drawing}#art`} />
    </svg>
  )
}
