import type { IconName } from '#src/ui/content/Icon.tsx'

/** The icon of a tone, so that colour never conveys it alone. */
export const toneIcons = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  danger: 'alert',
} as const satisfies Record<string, IconName>
