import { useLingui } from '@lingui/react/macro'
import type { FormError } from '#server/identity/formErrors.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { CurrentPasswordField, EmailField, FormFault } from './identityForms.tsx'
import { Layout } from './Layout.tsx'
import { NoPasskeys, PasskeyForm, type PasskeyLinks } from './PasskeyForm.tsx'

interface StaffSignInPageProps {
  /** Where a passkey is asked for; null where there are none. */
  passkey: PasskeyLinks | null
  /** Where the form of the demo season's staff goes; null where there is none. */
  demo: string | null
  /** Whether someone who is signed in is asked to prove to be there. */
  isStepUp: boolean
  fault: FormError | null
}

/** The page on which staff sign in. */
export function StaffSignInPage({ passkey, demo, isStepUp, fault }: StaffSignInPageProps) {
  const { t } = useLingui()
  const title = isStepUp ? t`Confirm it’s you` : t`Staff sign-in`
  const at = fault?.field === 'form' ? 'password' : (fault?.field ?? 'email')
  return (
    <Layout
      title={title}
      tabTitle={fault ? t`Error: ${title}` : title}
      lead={isStepUp ? t`Sign in again to carry on.` : t`For the people who run Club Bravo.`}
      isScripted
      hasPasskeys={passkey !== null}
    >
      <FormFault fault={fault} />
      {passkey && (
        <>
          <PasskeyForm
            does="get"
            links={passkey}
            label={t`Use a passkey`}
            variant="primary"
            isAutofill={demo !== null}
          />
          <NoPasskeys />
        </>
      )}
      {demo !== null && (
        <form method="post" action={demo} noValidate>
          <EmailField value="" fault={fault} focused={at === 'email'} hasPasskeys={passkey !== null} />
          <CurrentPasswordField fault={fault} focused={at === 'password'} />
          <Button type="submit" variant="secondary">
            {t`Sign in`}
          </Button>
        </form>
      )}
    </Layout>
  )
}

interface StaffInvitationPageProps {
  passkey: PasskeyLinks | null
  /** Why the link can't be used: it does not work (any more), or the club would lose its only owner. */
  refusal: 'ended' | 'last_owner' | null
  fault: FormError | null
}

/** The page that answers an invitation. The link's token is after the `#`: the script sends it along. */
export function StaffInvitationPage({ passkey, refusal, fault }: StaffInvitationPageProps) {
  const { t } = useLingui()
  const title = t`Join the staff of Club Bravo`
  const ended = t`This invitation no longer works. Ask for a new one.`
  return (
    <Layout
      title={title}
      tabTitle={fault ? t`Error: ${title}` : title}
      lead={t`Create a passkey: your fingerprint, face or screen lock signs you in from then on.`}
      hasPasskeys={passkey !== null}
    >
      <FormFault fault={fault} />
      {refusal === 'ended' && <Notice tone="danger">{ended}</Notice>}
      {refusal === 'last_owner' && (
        <Notice tone="danger">
          {t`You’re the only owner, and accepting this invitation would end that role. Make someone else an owner first, or ask for an invitation as an owner.`}
        </Notice>
      )}
      {passkey && refusal === null && (
        <>
          <PasskeyForm
            does="create"
            links={passkey}
            label={t`Create a passkey`}
            variant="primary"
            hasToken
            gone={<Notice tone="warning">{ended}</Notice>}
          />
          <NoPasskeys />
        </>
      )}
    </Layout>
  )
}
