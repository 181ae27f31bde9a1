import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Notice } from '#src/ui/states/Notice.tsx'
import type { CallFailure } from '#src/api/callFailure.ts'

const messages: Record<Exclude<CallFailure['kind'], 'too_many'>, MessageDescriptor> = {
  unreachable: msg`Club Bravo couldn’t be reached. Check your connection and try again.`,
  signed_out: msg`Your sign-in has expired. Sign in again.`,
  refused: msg`That didn’t work. Try again, or email us if it keeps happening.`,
}

/** Why a call of an account page did not work, and what to do. */
export function FailureNotice({ failure }: { failure: CallFailure }) {
  const { i18n } = useLingui()
  if (failure.kind !== 'too_many') return <Notice tone="danger">{i18n._(messages[failure.kind])}</Notice>
  return (
    <Notice tone="warning">
      <Plural
        value={failure.waitMinutes}
        one="Too many attempts. Try again in a minute."
        other="Too many attempts. Try again in # minutes."
      />
    </Notice>
  )
}
