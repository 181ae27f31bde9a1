import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { AirlineName, AirlineNumber } from '#contract/registration/profileFields.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import { ConfirmForm } from '#src/features/attempt/ConfirmForm.tsx'
import { TermsLink } from '#src/features/attempt/TermsLink.tsx'
import type { Attempt } from '#src/features/attempt/useKeyedAttempt.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useOnline } from '#src/platform/online.ts'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ConvertText } from './ConvertText.tsx'
import styles from './Miles.module.css'
import type { Conversion, ConversionRequest } from './useConversion.ts'

interface ConversionReviewProps {
  attempt: Conversion['attempt']
  opened: Attempt<ConversionRequest>
  /** The member's points. */
  balance: number
}

/** Asks once more before points become miles: what is lost, what is got, and whose account gets it. */
export function ConversionReview({ attempt, opened, balance }: ConversionReviewProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  // While the conversion is on its way to its result, the balance may already be the new one.
  const [before, setBefore] = useState(balance)
  if (!attempt.busy && before !== balance) setBefore(balance)
  const {
    points_to_convert: points,
    expected_miles: miles,
    asia_miles_member_first_name: firstName,
    asia_miles_member_last_name: lastName,
    asia_miles_membership_number: number,
  } = opened.request
  const isShort = before < points
  const have = formatPoints(before)
  return (
    <Dialog open onClose={attempt.close} title={t`Check before you convert`}>
      <ConfirmForm
        attempt={attempt}
        consent={
          <Trans>
            <strong>A conversion can’t be changed or undone.</strong> By converting, you confirm that this account is
            your own and accept the <TermsLink page={`reward-detail/${milesAlias}`}>terms</TermsLink>.
          </Trans>
        }
        submit={<ConvertText points={points} miles={miles ?? 0} />}
        obstacle={
          isShort ? (
            <Plural
              value={balance}
              one={`You have ${have} point. Enter fewer.`}
              other={`You have ${have} points. Enter fewer.`}
            />
          ) : isOnline ? null : (
            <Trans>Connect to the internet to convert points. What you’ve filled in stays here.</Trans>
          )
        }
        onConfirm={() => attempt.send(opened)}
      >
        {() => (
          <>
            <dl className={styles['preview']}>
              <div>
                <dt className={styles['term']}>
                  <Trans>Your points</Trans>
                </dt>
                <dd className={styles['figure']}>{have}</dd>
              </div>
              <div>
                <dt className={styles['term']}>
                  <Trans>Points left afterwards</Trans>
                </dt>
                <dd className={styles['figure']}>{isShort ? '–' : formatPoints(before - points)}</dd>
              </div>
              <div>
                <dt className={styles['term']}>
                  <Trans>Miles you’ll receive</Trans>
                </dt>
                <dd className={styles['figure']}>{formatPoints(miles ?? 0)}</dd>
              </div>
            </dl>
            <h3 className={styles['account']}>
              <Trans>Your Cathay membership account</Trans>
            </h3>
            <DefinitionList
              rows={[
                { term: t`Name`, value: `${v.parse(AirlineName, firstName)} ${v.parse(AirlineName, lastName)}` },
                { term: t`Membership number`, value: v.parse(AirlineNumber, number) },
              ]}
            />
          </>
        )}
      </ConfirmForm>
    </Dialog>
  )
}
