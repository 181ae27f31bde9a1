import type { ReactNode } from 'react'
import styles from './Icon.module.css'

/** Drawn on a grid of 24, one stroke weight, in the colour of the text. */
const drawings = {
  alert: <path d="M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.6v.1" />,
  arrowLeft: <path d="M19.5 12h-15m6.5-6.5L4.5 12l6.5 6.5" />,
  arrowRight: <path d="M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5" />,
  calendar: (
    <path d="M4 7a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7Zm0 3h16M8 3.5v4m8-4v4" />
  ),
  camera: (
    <>
      <path d="M4 8h3.2l1.6-2.5h6.4L16.8 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  card: (
    <path d="M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9Zm0 2.7h18M6.5 14.5h4" />
  ),
  check: <path d="m4.5 12.8 4.9 4.7L19.5 6.8" />,
  chevronDown: <path d="m6 9.5 6 6 6-6" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.4 2" />
    </>
  ),
  close: <path d="m5.5 5.5 13 13m0-13-13 13" />,
  external: (
    <path d="M9.5 5.5H6A1.5 1.5 0 0 0 4.5 7v11A1.5 1.5 0 0 0 6 19.5h11a1.5 1.5 0 0 0 1.5-1.5v-3.5M13.5 4.5h6v6m0-6-8.5 8.5" />
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeStruck: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm1.5-8 16 16" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  gift: (
    <>
      <path d="M4.5 11.5v8h15v-8M3.5 7.5h17v4h-17v-4Zm8.5 0v12" />
      <path d="M12 7.5C9 7.5 7.5 6.3 7.5 5S9 3.3 10 4c1.2.8 2 3.5 2 3.5s.8-2.7 2-3.5c1-.7 2.5-.3 2.5 1S15 7.5 12 7.5Z" />
    </>
  ),
  home: <path d="M4 11.2 12 4.5l8 6.7M6 9.6v9.9h4.2v-5.3h3.6v5.3H18V9.6" />,
  image: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="1.5" />
      <circle cx="8.7" cy="9.5" r="1.6" />
      <path d="m4 17 5-4.5 3.5 3 3.5-4 4.5 4.5" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5m0-8.2v.1" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="1.5" />
      <path d="m3.5 7 8.5 6.5L20.5 7" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  moon: <path d="M19.5 14.6A8 8 0 0 1 9.4 4.5a8 8 0 1 0 10.1 10.1Z" />,
  offline: (
    <path d="m4 4 16 16M5 9.9a11 11 0 0 1 3.7-2.2m4-.7A11 11 0 0 1 19 9.9M8.3 13.4a6 6 0 0 1 2.5-1.3m4.9 1.3-.3-.2M12 17.5v.1" />
  ),
  pause: <path d="M9 6v12m6-12v12" />,
  phone: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2" />
      <path d="M11 18h2" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21s-6.5-5.7-6.5-11a6.5 6.5 0 0 1 13 0c0 5.3-6.5 11-6.5 11Z" />
      <circle cx="12" cy="10" r="2.3" />
    </>
  ),
  play: <path d="M8 5.5v13l10.5-6.5L8 5.5Z" />,
  retry: <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9m0-4.5V9H15" />,
  scan: (
    <path d="M4 8.5V5.5A1.5 1.5 0 0 1 5.5 4h3m7 0h3A1.5 1.5 0 0 1 20 5.5v3m0 7v3a1.5 1.5 0 0 1-1.5 1.5h-3m-7 0h-3A1.5 1.5 0 0 1 4 18.5v-3M7 12h10" />
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.3 15.3 5 5" />
    </>
  ),
  signOut: <path d="M10 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4m4.5-12L19 12l-4.5 4.5M19 12H9.5" />,
  soundOff: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm12 0 4.5 5m0-5-4.5 5" />,
  soundOn: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm11.5-.5a4.5 4.5 0 0 1 0 6m2.4-8.4a8 8 0 0 1 0 10.8" />,
  star: <path d="m12 3.8 2.5 5.3 5.8.8-4.2 4.1 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4.1 5.8-.8L12 3.8Z" />,
  stop: <rect x="6" y="6" width="12" height="12" rx="1" />,
  switchCamera: <path d="M4 12a8 8 0 0 1 13.8-5.5L20 8.5m0-4v4h-4M20 12a8 8 0 0 1-13.8 5.5L4 15.5m0 4v-4h4" />,
  ticket: (
    <>
      <path d="M4 6h16a1 1 0 0 1 1 1v2.7a2.4 2.4 0 0 0 0 4.6V17a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2.7a2.4 2.4 0 0 0 0-4.6V7a1 1 0 0 1 1-1Z" />
      <path d="M14.5 6v2m0 3v2m0 3v2" />
    </>
  ),
  torch: (
    <path d="M7.5 3.5h9v3L14.5 10v9a1.5 1.5 0 0 1-1.5 1.5h-2A1.5 1.5 0 0 1 9.5 19v-9l-2-3.5v-3Zm0 3h9M12 12.5v2" />
  ),
  trash: <path d="M4.5 6.5h15M9.5 6.5V4.5h5v2m-8 0 .8 13h9.4l.8-13M10.2 10l.3 6m3.3-6-.3 6" />,
  user: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
    </>
  ),
  zoom: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.3 15.3 5 5M10.5 8v5M8 10.5h5" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

interface IconProps {
  name: IconName
  /** Its accessible name, if there is no text beside it. Without a label the icon is decorative. */
  label?: string
  className?: string | undefined
}

/** One of the product's own line icons, as tall as a line of the text around it. */
export function Icon({ name, label, className }: IconProps) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={[styles['icon'], className].filter(Boolean).join(' ')}
      viewBox="0 0 24 24"
      focusable="false"
      {...spoken}
    >
      {drawings[name]}
    </svg>
  )
}
