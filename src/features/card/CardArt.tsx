import { defaultLanguage, languageTags } from '#contract/language.ts'
import styles from './CardArt.module.css'

const lines = [0.7, 0.55, 0.42, 0.3, 0.2]

/** The five lines of a stave, as waves: the card's decoration. */
export function CardArt() {
  return (
    <svg className={styles['art']} viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {lines.map((opacity, index) => (
        <path
          key={opacity}
          transform={`translate(0 ${index * 22})`}
          d="M-20 190C120 90 220 260 350 190S540 90 660 150"
          opacity={opacity}
        />
      ))}
    </svg>
  )
}

/** The club's name on a card. */
export function CardClub() {
  return (
    <p className={styles['club']} lang={languageTags[defaultLanguage]} translate="no">
      Club Bravo
    </p>
  )
}
