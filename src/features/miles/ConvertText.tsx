import { Trans } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'

/** What a button converts: on the form, and on the review, whose press cannot be undone. */
export function ConvertText({ points, miles }: { points: number; miles: number }) {
  const [from, to] = [formatPoints(points), formatPoints(miles)]
  return (
    <Trans>
      Convert {from}&nbsp;points to {to}&nbsp;miles
    </Trans>
  )
}
