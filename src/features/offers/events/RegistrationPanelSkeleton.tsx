import { useLingui } from '@lingui/react/macro'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'

/** As tall as the panel where a member can register: a question, its choice and a button. */
export function RegistrationPanelSkeleton() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading…`}>
      <Skeleton shape="text" lines={4} />
      <Skeleton shape="button" />
    </Loading>
  )
}
