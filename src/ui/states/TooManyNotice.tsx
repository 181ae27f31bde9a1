import { Plural } from '@lingui/react/macro'
import { Notice } from './Notice.tsx'

/** Says how long the server asks to wait, if it does. */
export function TooManyNotice({ waitMinutes }: { waitMinutes: number | null }) {
  if (waitMinutes === null) return null
  return (
    <Notice tone="warning" comesIntoSight>
      <Plural
        value={waitMinutes}
        one="Too many attempts. Try again in a minute."
        other="Too many attempts. Try again in # minutes."
      />
    </Notice>
  )
}
