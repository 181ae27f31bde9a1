import { Trans } from '@lingui/react/macro'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

interface AccountChoiceProps {
  /** Where to come back to, signed in. */
  returnTo: string
  /** The address to sign in with, where it is known. */
  loginHint?: string | undefined
}

/** For a visitor who needs an account to go on: a new one, or the one that they have. */
export function AccountChoice({ returnTo, loginHint }: AccountChoiceProps) {
  const state = { returnTo, ...(loginHint !== undefined && { loginHint }) }
  return (
    <ButtonRow>
      <LinkButton to="/login" state={{ ...state, loginIntent: 'join' }} variant="primary" size="large">
        <Trans>Create an account</Trans>
      </LinkButton>
      <LinkButton to="/login" state={state} size="large">
        <Trans>I already have an account</Trans>
      </LinkButton>
    </ButtonRow>
  )
}
