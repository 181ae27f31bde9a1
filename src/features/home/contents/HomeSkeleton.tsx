import { useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import gridStyles from './BlockGrid.module.css'
import styles from '../HomePage.module.css'
import stepStyles from './MainStep.module.css'
import welcomeStyles from './VisitorWelcome.module.css'

/** The skeleton of what home has below the welcome, for visitors and for members. */
export function HomeSkeleton({ ref }: { ref?: Ref<HTMLDivElement> }) {
  const { t } = useLingui()
  const member = useRememberedMember()
  return (
    <Loading ref={ref} label={t`One moment…`} className={styles['parts']}>
      {member === null && (
        <div className={welcomeStyles['welcome']}>
          <Skeleton shape="text" lines={1} className={welcomeStyles['coming']} />
          <Skeleton shape="text" lines={2} />
        </div>
      )}
      {member !== null && member.points > 0 ? (
        <Skeleton shape="text" lines={6} />
      ) : (
        <div className={stepStyles['step']}>
          <Skeleton shape="picture" />
          <div className={stepStyles['coming']}>
            <Skeleton shape="heading" />
            <Skeleton shape="text" lines={5} />
          </div>
        </div>
      )}
      {member === null && (
        <div className={gridStyles['grid']}>
          {Array.from({ length: 4 }, (_, index) => (
            <div key={index} className={gridStyles['block']}>
              <Skeleton shape="heading" />
              <Skeleton shape="text" lines={4} />
            </div>
          ))}
        </div>
      )}
    </Loading>
  )
}
