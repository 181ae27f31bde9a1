import { Trans } from '@lingui/react/macro'
import type { Parcel } from '#contract/spending/parcels.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'

/** Where a parcel is, and what the carrier calls it. */
export function ParcelText({ parcel: { state, at, tracking } }: { parcel: Parcel }) {
  const lang = useLanguage()
  const date = at === null ? '' : formatDate(at, lang)
  switch (state) {
    case 'ordered':
      return <Trans>We’ll pack it soon</Trans>
    case 'packed':
      return <Trans>Packed on {date}</Trans>
    case 'sent':
      return (
        <>
          <Trans>Sent on {date}</Trans>
          {tracking !== null && (
            <>
              <br />
              <span translate="no">{tracking}</span>
            </>
          )}
        </>
      )
    case 'returned':
      return <Trans>It came back to us on {date}. Contact us with the reference.</Trans>
  }
}
