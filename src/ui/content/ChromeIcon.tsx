import type { ReactNode } from 'react'
import styles from './Icon.module.css'

/**
 * The icons of the chrome and of home's first view. They are apart from the others (Icon.tsx), which home would load
 * for nothing.
 */
export const chromeDrawings = {
  card: (
    <path d="M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9Zm0 2.7h18M6.5 14.5h4" />
  ),
  chevronDown: <path d="m6 9.5 6 6 6-6" />,
  close: <path d="m5.5 5.5 13 13m0-13-13 13" />,
  gift: (
    <>
      <path d="M4.5 11.5v8h15v-8M3.5 7.5h17v4h-17v-4Zm8.5 0v12" />
      <path d="M12 7.5C9 7.5 7.5 6.3 7.5 5S9 3.3 10 4c1.2.8 2 3.5 2 3.5s.8-2.7 2-3.5c1-.7 2.5-.3 2.5 1S15 7.5 12 7.5Z" />
    </>
  ),
  home: <path d="M4 11.2 12 4.5l8 6.7M6 9.6v9.9h4.2v-5.3h3.6v5.3H18V9.6" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  offline: (
    <path d="m4 4 16 16M5 9.9a11 11 0 0 1 3.7-2.2m4-.7A11 11 0 0 1 19 9.9M8.3 13.4a6 6 0 0 1 2.5-1.3m4.9 1.3-.3-.2M12 17.5v.1" />
  ),
  scan: (
    <path d="M4 8.5V5.5A1.5 1.5 0 0 1 5.5 4h3m7 0h3A1.5 1.5 0 0 1 20 5.5v3m0 7v3a1.5 1.5 0 0 1-1.5 1.5h-3m-7 0h-3A1.5 1.5 0 0 1 4 18.5v-3M7 12h10" />
  ),
  user: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type ChromeIconName = keyof typeof chromeDrawings

interface IconFrameProps {
  /** Its accessible name, if there is no text beside it. Without a label the icon is decorative. */
  label?: string
  className?: string | undefined
  /** Drawn on a grid of 24, one stroke weight, in the colour of the text. */
  children: ReactNode
}

/** An icon's props, and which of the icons it is. */
export type IconProps<Name extends string> = Omit<IconFrameProps, 'children'> & { name: Name }

/** The frame of an icon, as tall as a line of the text around it. */
export function IconFrame({ label, className, children }: IconFrameProps) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={[styles['icon'], className].filter(Boolean).join(' ')}
      viewBox="0 0 24 24"
      focusable="false"
      {...spoken}
    >
      {children}
    </svg>
  )
}

/** An icon of the chrome (`Icon` has all of them). */
export function ChromeIcon({ name, ...rest }: IconProps<ChromeIconName>) {
  return <IconFrame {...rest}>{chromeDrawings[name]}</IconFrame>
}
