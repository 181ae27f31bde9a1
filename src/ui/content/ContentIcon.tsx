import drawings from './contentIcons.svg'
import styles from './Icon.module.css'

/** The names that editors choose from; each is a symbol of contentIcons.svg. */
const names = new Set(
  (
    'gift card star plane calendar music percent seat book cup mail phone pin ' +
    'clock question check info people violin scan ticket user'
  ).split(' '),
)

interface ContentIconProps {
  /** The name in the contents; an unknown or missing one shows a note of music. */
  name: string | null
  className?: string | undefined
}

/**
 * An icon that the contents choose, beside its text. All of them are in one SVG file, so that they are not part of the
 * JavaScript.
 */
export function ContentIcon({ name, className }: ContentIconProps) {
  const known = name !== null && names.has(name) ? name : 'music'
  return (
    <svg
      className={[styles['icon'], className].filter(Boolean).join(' ')}
      viewBox="0 0 24 24"
      focusable="false"
      aria-hidden="true"
    >
      <use href={`${drawings}#${known}`} />
    </svg>
  )
}
