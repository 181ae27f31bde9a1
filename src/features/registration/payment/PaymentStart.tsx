import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import type { GatewayForm } from '#contract/registration/payment.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { ContactLink } from './ContactLink.tsx'
import type { PaymentObstacle, PaymentState } from './usePaymentOrder.ts'

/** From the form to the payment page: waits for the order, then posts it to the gateway. */
export function PaymentStart({ state, onRetry }: { state: PaymentState; onRetry: () => void }) {
  const { t } = useLingui()
  switch (state.kind) {
    case 'ordering':
      return (
        <Loading label={t`Preparing your payment…`}>
          <Skeleton shape="text" lines={3} />
        </Loading>
      )
    case 'ordered':
      return <CardPageForm form={state.form} />
    case 'failed':
      return <Obstacle obstacle={state.obstacle} onRetry={onRetry} />
  }
}

/** The hidden form, which submits itself; the button is for browsers in which it does not go. */
function CardPageForm({ form: { action, fields, localized } }: { form: GatewayForm }) {
  const lang = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const wasSubmitted = useRef(false)
  useEffect(() => {
    if (wasSubmitted.current) return
    wasSubmitted.current = true
    form.current?.requestSubmit()
  }, [])
  return (
    <form ref={form} method="post" action={action}>
      {Object.entries({ ...fields, ...localized[lang] }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Notice tone="info" title={<Trans>We’re taking you to the payment page</Trans>}>
        <p>
          <Trans>Your details are saved. If the payment page doesn’t open, press the button.</Trans>
        </p>
      </Notice>
      <ButtonRow>
        <Button type="submit" variant="primary" size="large">
          <Trans>Go to the payment page</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}

const obstacles: Record<PaymentObstacle, { title: ReactNode; text: ReactNode }> = {
  already_held: {
    title: <Trans>You’re already a Red member</Trans>,
    text: <Trans>There’s nothing to pay.</Trans>,
  },
  invalid_tier: {
    title: <Trans>Your tier is higher than Red</Trans>,
    text: (
      <Trans>
        Your tier already includes everything in Red, so there’s nothing to pay. If you have a question about your tier,
        contact us.
      </Trans>
    ),
  },
  suspended: {
    title: <Trans>Your membership is suspended</Trans>,
    text: (
      <Trans>Until we lift the suspension, you can’t pay here. Nothing has been charged. Your account says why.</Trans>
    ),
  },
  incomplete: {
    title: <Trans>Some of your details are missing</Trans>,
    text: <Trans>A Red membership needs a complete profile. Add what’s missing, then start the payment again.</Trans>,
  },
  too_many: {
    title: <Trans>You’ve started several payments</Trans>,
    text: (
      <Trans>
        Nothing has been charged just now. If your latest payment page is still open, you can pay there. If not, try
        again later.
      </Trans>
    ),
  },
  not_awaited: {
    title: <Trans>There’s nothing to pay</Trans>,
    text: <Trans>Your application isn’t waiting for a payment. Your account shows where it stands.</Trans>,
  },
  unavailable: {
    title: <Trans>You can’t pay here at the moment</Trans>,
    text: <Trans>Your details are saved, and nothing has been charged. Contact us, or try again later.</Trans>,
  },
  unreachable: {
    title: <Trans>We couldn’t start your payment</Trans>,
    text: <Trans>Your details are saved, and nothing has been charged. Check your connection and try again.</Trans>,
  },
}

function Obstacle({ obstacle, onRetry }: { obstacle: PaymentObstacle; onRetry: () => void }) {
  const lang = useLanguage()
  const { title, text } = obstacles[obstacle]
  return (
    <>
      <Notice tone={obstacle === 'already_held' || obstacle === 'not_awaited' ? 'info' : 'warning'} title={title}>
        <p>{text}</p>
      </Notice>
      <ButtonRow>
        {obstacle === 'unreachable' && (
          <Button variant="primary" size="large" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {obstacle === 'incomplete' && (
          <LinkButton to="/$lang/registration-red" params={{ lang }} variant="primary" size="large" reloadDocument>
            <Trans>Add what’s missing</Trans>
          </LinkButton>
        )}
        <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
        {(obstacle === 'invalid_tier' || obstacle === 'suspended' || obstacle === 'unavailable') && <ContactLink />}
      </ButtonRow>
    </>
  )
}
