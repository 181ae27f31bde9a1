import type { ReactNode } from 'react'
import { chromeDrawings, IconFrame, type IconProps } from './ChromeIcon.tsx'

const drawings = {
  ...chromeDrawings,
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
  check: <path d="m4.5 12.8 4.9 4.7L19.5 6.8" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.4 2" />
    </>
  ),
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
  filter: <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5m-7 5v5" />,
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
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="1.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="1.5" />
      <path d="m3.5 7 8.5 6.5L20.5 7" />
    </>
  ),
  moon: <path d="M19.5 14.6A8 8 0 0 1 9.4 4.5a8 8 0 1 0 10.1 10.1Z" />,
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
  plane: (
    <path d="M10.5 13.5 4 11.8v-1.6l1.3-.7 6 .5 4.6-4.7c1-1 2.7-1.5 3.5-.7s.3 2.5-.7 3.5L14 12.7l.5 6-.7 1.3h-1.6l-1.7-6.5Zm0 0L7 17l.3 1.7-1 1-1-2-2-1 1-1L6 16l3.5-3.5" />
  ),
  play: <path d="M8 5.5v13l10.5-6.5L8 5.5Z" />,
  qr: (
    <path d="M4.5 4.5h5.5v5.5H4.5zM14 4.5h5.5v5.5H14zM4.5 14h5.5v5.5H4.5zM14 14h2.2v2.2M19.5 14v2m-5.5 3.5h1.5m2.5-2h1.5v2" />
  ),
  receipt: (
    <path d="M6 3.5v17l2-1.4 2 1.4 2-1.4 2 1.4 2-1.4 2 1.4v-17l-2 1.4-2-1.4-2 1.4-2-1.4-2 1.4-2-1.4ZM9 9.5h6m-6 4h6" />
  ),
  retry: <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9m0-4.5V9H15" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.3 15.3 5 5" />
    </>
  ),
  settings: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M10 3.4h4l-.2 2.3 1.4.5 1.5-1.7 2.8 2.8-1.7 1.5.5 1.4 2.3-.2v4l-2.3-.2-.5 1.4 1.7 1.5-2.8 2.8-1.5-1.7-1.4.5.2 2.3h-4l.2-2.3-1.4-.5-1.5 1.7-2.8-2.8 1.7-1.5-.5-1.4-2.3.2v-4l2.3.2.5-1.4-1.7-1.5 2.8-2.8 1.5 1.7 1.4-.5L10 3.4Z" />
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
  zoom: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.3 15.3 5 5M10.5 8v5M8 10.5h5" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** One of the product's own line icons, as tall as a line of the text around it. */
export function Icon({ name, ...rest }: IconProps<IconName>) {
  return <IconFrame {...rest}>{drawings[name]}</IconFrame>
}
